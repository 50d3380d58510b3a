/**
 * Draws the pictures of results anew, each beside its result and under its name: x.svg for x.json.
 *
 *     node build/bench/draw.js FILE.json...
 */
import { basename, dirname } from 'node:path';
import { CannotRun } from './cannot-run.js';
import { commandLine } from './command-line.js';
import { pictures } from './pictures.js';
import { drawResult, readReport, writePicture } from './report.js';

const { positionals } = commandLine(import.meta.url, { allowPositionals: true, options: {} });
if (positionals.length === 0) throw new CannotRun('Name the results to draw; --help says how.');
for (const file of positionals) {
  const picture = drawResult(readReport(file));
  if (picture === undefined)
    throw new CannotRun(
      `${file} does not hold all that its picture shows; only those of ${Object.keys(pictures).join(', ')} do.`,
    );
  const name = basename(file, '.json');
  writePicture(name, picture, dirname(file));
  console.log(`${name}.svg written`);
}
