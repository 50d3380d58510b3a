import { statSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { EarshotError } from '../errors.js';
import { whyUnreadable } from '../files/why-unreadable.js';
import type { Product } from '../nlu/catalogue/catalogue.js';
import { namedAttributes } from '../nlu/catalogue/named-attributes.js';
import { productColumns } from '../nlu/catalogue/product-columns.js';
import { type BadRow, type ReadOptions, readProducts } from '../nlu/catalogue/read-products.js';
import { createUnderstander } from '../nlu/index.js';
import { checkLocale } from '../query/check-locale.js';
import { countProducts, readCatalogue, replaceCatalogue } from '../store/open-catalogue.js';
import { actAsOwnerOf } from './act-as-owner.js';
import { addConfigOptions } from './config-options.js';
import { configuredPack } from './configured-pack.js';
import { counted } from './counted.js';
import { commandLogger, printJson, processTerminal, type Terminal } from './terminal.js';

const configuration = ['data', 'pack', 'log'];
const shownBadRows = 20;
const shownUnused = 20;
const batchSize = 500;

/** `earshot catalogue`: the products that searches find. */
export function catalogueCommand(terminal: Terminal = processTerminal()): Command {
  return new Command('catalogue')
    .description('import, search and count the products that queries find')
    .addCommand(importCommand(terminal))
    .addCommand(searchCommand(terminal))
    .addCommand(statusCommand(terminal));
}

function settings(terminal: Terminal, flags: Record<string, unknown>) {
  const { config } = loadConfig({ flags, env: terminal.env, cwd: terminal.cwd });
  return {
    config,
    log: commandLogger(config.log),
  };
}

function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description('replace the catalogue with a file: CSV with a header, JSON lines, or a JSON array')
    .argument(
      '<file>',
      `columns or keys, of which only the title must be there, and others that the pack names; each has its usual names, in any spelling: ${acceptedColumns()}`,
    )
    .option('--json', 'print JSON');
  return addConfigOptions(command, configuration).action(
    async (file: string, flags: Record<string, unknown>) => {
      const { config, log } = settings(terminal, flags);
      const total = sizeOf(file);
      const bar = flags.json || !process.stderr.isTTY ? undefined : progressBar(total);
      const report: ImportReport = { imported: 0, badRows: 0, bad: [], unusedColumns: [], seconds: 0 };
      let before = 0;
      let priced = 0;
      const started = performance.now();
      const pack = configuredPack(config);
      const batches = readBatches(file, {
        attributes: namedAttributes(pack),
        onBadRow(row) {
          if (report.badRows++ < shownBadRows) report.bad.push(row);
        },
        onUnusedColumn: (name) => report.unusedColumns.push(name),
        onProgress: (bytes) => bar?.update(bytes),
      });
      const counting = async function* (first: Product[]) {
        for await (const batch of withFirst(first, batches)) {
          priced += batch.filter(({ price }) => price !== undefined).length;
          yield batch;
        }
      };
      try {
        // The file is opened by whoever runs the command, and who owns the data may not read it.
        const { value: first } = await batches.next();
        actAsOwnerOf(config.data);
        // One that cannot be read is replaced all the same.
        before = await countProducts(config.data, log).catch(() => 0);
        report.imported = await replaceCatalogue(config.data, log, counting(first));
      } finally {
        bar?.stop();
        report.seconds = (performance.now() - started) / 1000;
        if (flags.json) printJson(terminal, report);
        else terminal.stdout.write(importText(file, report, { before, priced, pack: pack.definition.name }));
      }
    },
  );
}

interface ImportReport {
  imported: number;
  badRows: number;
  /** The first of the rows that were left out. */
  bad: BadRow[];
  unusedColumns: string[];
  seconds: number;
}

/** @param told How many products there were, how many of those that are there now have a price, and whose columns. */
function importText(
  file: string,
  { imported, badRows, bad, unusedColumns, seconds }: ImportReport,
  { before, priced, pack }: { before: number; priced: number; pack: string },
): string {
  const lines = bad.map(({ line, reason }) => `${file}:${line}: ${reason}`);
  if (badRows > bad.length) lines.push(`... and ${counted(badRows - bad.length, 'more row')} left out`);
  if (unusedColumns.length > 0) {
    const names =
      unusedColumns.slice(0, shownUnused).join(', ') + (unusedColumns.length > shownUnused ? ', ...' : '');
    lines.push(
      `not used: ${names} (catalogue import --help names the known columns; the pack ${pack} names no such attribute, another one is told by --pack)`,
    );
  }
  if (imported > 0) {
    const left = badRows > 0 ? `, ${counted(badRows, 'row')} left out` : '';
    const gone = before > 0 ? ` in place of ${before}` : '';
    lines.push(`${counted(imported, 'product')} imported${gone}${left}, ${seconds.toFixed(1)} s`);
    if (priced === 0) lines.push('none has a price: searches by price find none of them');
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** id (sku, handle), title (name), ... */
function acceptedColumns(): string {
  return Object.entries(productColumns)
    .map(([name, [, ...others]]) => (others.length > 0 ? `${name} (${others.join(', ')})` : name))
    .join('; ');
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (cause) {
    throw new EarshotError('invalid_catalogue', `Cannot read ${file}: ${whyUnreadable(cause)}.`, { cause });
  }
}

/**
 * @throws EarshotError `invalid_catalogue` after the last row where none can be used, so that the old catalogue stays.
 */
async function* readBatches(file: string, options: ReadOptions): AsyncGenerator<Product[]> {
  let batch: Product[] = [];
  let isEmpty = true;
  for await (const product of readProducts(file, options)) {
    batch.push(product);
    isEmpty = false;
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (isEmpty) throw new EarshotError('invalid_catalogue', `${file} contains no product that can be used.`);
  yield batch;
}

/** @param first What was already taken of them. */
async function* withFirst(first: Product[], others: AsyncIterable<Product[]>): AsyncGenerator<Product[]> {
  yield first;
  yield* others;
}

function searchCommand(terminal: Terminal): Command {
  const command = new Command('search')
    .description('show what a sentence finds')
    .argument('<sentence>', 'such as "red shoes under fifty dollars"')
    .option('--locale <tag>', 'language and region', 'en-US')
    .option('--json', 'print JSON');
  return addConfigOptions(command, configuration).action(
    async (sentence: string, flags: Record<string, unknown>) => {
      const { config, log } = settings(terminal, flags);
      const pack = configuredPack(config);
      const { name, retrieval } = pack.definition;
      if (retrieval === undefined) {
        throw new EarshotError(
          'invalid_pack',
          `The pack ${name} searches no products; name one that does with --pack.`,
        );
      }
      actAsOwnerOf(config.data);
      const catalogue = await readCatalogue(config.data, pack.locale, log);
      if (catalogue === undefined) {
        throw new EarshotError(
          'invalid_catalogue',
          `There is no catalogue in ${config.data}; import one with: npx earshot catalogue import FILE`,
        );
      }
      const understander = createUnderstander(pack, { catalogue });
      const result = understander.understand({
        locale: checkLocale(String(flags.locale), understander.locales),
        readings: [{ text: sentence, confidence: 1 }],
      });
      if (flags.json)
        return printJson(terminal, {
          intent: result.intent,
          context: result.context,
          entities: result.entities,
        });
      terminal.stdout.write(`${result.reply.text}\n`);
      for (const product of (result.entities.products ?? []) as Product[]) {
        const price = product.price?.toFixed(2) ?? '';
        terminal.stdout.write(
          `${price.padStart(10)}  ${product.title}${product.brand === undefined ? '' : ` (${product.brand})`}\n`,
        );
      }
    },
  );
}

function statusCommand(terminal: Terminal): Command {
  const command = new Command('status')
    .description('show how many products there are')
    .option('--json', 'print JSON');
  return addConfigOptions(command, configuration).action(async (flags: Record<string, unknown>) => {
    const { config, log } = settings(terminal, flags);
    actAsOwnerOf(config.data);
    const products = await countProducts(config.data, log);
    if (flags.json) printJson(terminal, { products });
    else terminal.stdout.write(`${counted(products, 'product')}\n`);
  });
}

function progressBar(total: number): SingleBar {
  const bar = new SingleBar({
    format: '[{bar}] {percentage}%  {eta_formatted}',
    stream: process.stderr,
    clearOnComplete: true,
  });
  bar.start(total, 0);
  return bar;
}
