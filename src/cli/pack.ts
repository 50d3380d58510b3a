import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { EarshotError } from '../errors.js';
import { createUnderstander, loadPack } from '../nlu/index.js';
import { explainSentence } from '../nlu/tools/explain.js';
import { formatPackFiles } from '../nlu/tools/format-pack-files.js';
import { importTaxonomy } from '../nlu/tools/import-taxonomy.js';
import { localeFault } from '../nlu/tools/locale-fault.js';
import { newPack } from '../nlu/tools/new-pack.js';
import { readTestCatalogue } from '../nlu/tools/read-test-catalogue.js';
import { SentenceSampler } from '../nlu/tools/sample-sentences.js';
import { testPack } from '../nlu/tools/test-pack.js';
import { checkContext } from '../query/check-context.js';
import { openPronouncer } from '../stt/lexicon/open-pronouncer.js';
import { asksBack } from './check/asks-back.js';
import { checkPack } from './check/check-pack.js';
import { checkTestCatalogue } from './check/check-test-catalogue.js';
import { addConfigOptions } from './config-options.js';
import { configuredPack } from './configured-pack.js';
import { counted } from './counted.js';
import { parseContext } from './parse-context.js';
import { positiveInteger } from './positive-integer.js';
import { sourceOf } from './source-of.js';
import { printJson, printLine, processTerminal, type Terminal } from './terminal.js';

/** `earshot pack`: write, check, test, format and explain domain packs. */
export function packCommand(terminal: Terminal = processTerminal()): Command {
  return new Command('pack')
    .description('create, check, test and explain domain packs')
    .addCommand(newCommand(terminal))
    .addCommand(checkCommand(terminal))
    .addCommand(testCommand(terminal))
    .addCommand(formatCommand(terminal))
    .addCommand(explainCommand(terminal))
    .addCommand(sentencesCommand(terminal))
    .addCommand(importTaxonomyCommand(terminal));
}

function newCommand(terminal: Terminal): Command {
  return new Command('new')
    .description('create a pack to start from')
    .argument('<folder>', 'folder to create; its last part names the pack')
    .option('--json', 'print the names of the files as JSON')
    .action((folder: string, flags: { json?: boolean }) => {
      const files = newPack(folder);
      if (flags.json) return printJson(terminal, { files });
      for (const file of files) printLine(terminal, `wrote ${file}`);
      printLine(terminal, `\nChange it, then run:  npx earshot pack test ${folder}`);
      printLine(terminal, `Then talk to it:      npx earshot serve --pack ${folder}`);
    });
}

function checkCommand(terminal: Terminal): Command {
  const command = new Command('check')
    .description(
      'find faults, unreachable and ambiguous sentences, words nobody can say, and what is unused or untested',
    )
    .argument('<pack>', 'folder, file, or name of a pack that ships')
    .option('--json', 'print the report as JSON')
    .option('--strict', 'exit with 1 on any finding, not only on unreachable or ambiguous sentences')
    .option('--guessed', 'show each word whose pronunciation is guessed from its spelling');
  return addConfigOptions(command, ['model']).action(
    async (path: string, flags: { json?: boolean; strict?: boolean; guessed?: boolean }) => {
      const { config } = loadConfig({ flags: command.opts(), env: terminal.env, cwd: terminal.cwd });
      const pack = loadPack(path, { tests: true });
      const { findings, figures } = checkPack(pack, openPronouncer(config.model));
      findings.push(...(await checkTestCatalogue(pack)));
      if (flags.json) printJson(terminal, { findings, figures });
      else {
        const shown = findings.filter(({ kind }) => flags.guessed || kind !== 'guessed');
        for (const { kind, where, message } of shown) printLine(terminal, `${where}: ${kind}: ${message}`);
        printLine(
          terminal,
          `${counted(figures.intents, 'intent')}, ${counted(figures.templates, 'template')}, ` +
            `${counted(figures.listValues, 'list value')}, ${counted(figures.tests, 'test sentence')} for ` +
            `${counted(figures.testedIntents, 'intent')}; ${counted(shown.length, 'finding')}`,
        );
        printLine(
          terminal,
          `${counted(figures.words, 'word')}, ${figures.guessedWords} of them not in the dictionary` +
            `${figures.guessedWords && !flags.guessed ? ' (--guessed shows how they are pronounced)' : ''}`,
        );
        if (!asksBack(pack)) printLine(terminal, noAsking);
      }
      const serious = findings.filter(
        ({ kind }) => flags.strict || kind === 'unreachable' || kind === 'ambiguous',
      );
      if (serious.length > 0) process.exitCode = 1;
    },
  );
}

/** No finding: what is left out may not matter in a domain. */
const noAsking =
  'No reply asks about words that were left out, so a sentence that was half understood is confirmed like any other: ' +
  'add one with "when: { said: [unmatched] }", such as "I didn\'t catch {unmatched|or}."';

function testCommand(terminal: Terminal): Command {
  return new Command('test')
    .description("run a pack's test sentences and conversations")
    .argument('<pack>', 'folder, file, or name of a pack that ships')
    .option('--json', 'print the results as JSON')
    .action(async (path: string, flags: { json?: boolean }) => {
      const pack = loadPack(path, { tests: true });
      const results = testPack(pack, { catalogue: await readTestCatalogue(pack) });
      const source = sourceOf(pack);
      const failed = results
        .filter(({ faults }) => faults.length > 0)
        .map(({ path: place, ...failure }) => ({ ...failure, where: source.locate(place) }));
      if (flags.json) printJson(terminal, { passed: results.length - failed.length, failed });
      else {
        for (const { name, say, where, faults } of failed)
          printLine(
            terminal,
            `${where}: ${name === say ? '' : `${name}: `}"${say}"\n  ${faults.join('\n  ')}`,
          );
        printLine(terminal, `${results.length - failed.length} passed, ${failed.length} failed`);
        if (failed.length > 0)
          printLine(
            terminal,
            `See why: npx earshot pack explain ${path} "the turns up to it", each in quotes`,
          );
      }
      if (failed.length > 0 || results.length === 0) process.exitCode = 1;
      if (results.length === 0)
        throw new EarshotError('invalid_pack', 'The pack has no tests; add some under "tests".');
    });
}

function formatCommand(terminal: Terminal): Command {
  return new Command('format')
    .description(
      'lay out the YAML files of a pack, its test sentences left as they are, in lines of 120 columns',
    )
    .argument('<pack>', 'folder, file, or name of a pack that ships')
    .option('--check', 'write nothing; exit with 1 when a file is laid out otherwise')
    .option('--json', 'print the names of these files as JSON')
    .action((path: string, flags: { check?: boolean; json?: boolean }) => {
      const changed = formatPackFiles(path, { write: !flags.check });
      if (flags.json) printJson(terminal, { changed });
      else
        for (const file of changed)
          printLine(terminal, flags.check ? `${file} is laid out otherwise` : `wrote ${file}`);
      if (flags.check && changed.length > 0) process.exitCode = 1;
    });
}

function explainCommand(terminal: Terminal): Command {
  return new Command('explain')
    .description('show how a sentence is understood: which template, which spans, what else was tried')
    .argument('<pack>', 'folder, file, or name of a pack that ships')
    .argument('<sentence...>', 'what is said; several sentences are turns of one conversation')
    .option('--locale <tag>', 'language and region')
    .option('--context <json>', 'context before the first sentence')
    .option('--json', 'print the results as JSON')
    .action(
      async (
        path: string,
        sentences: string[],
        flags: { locale?: string; context?: string; json?: boolean },
      ) => {
        const pack = configuredPack({ pack: path });
        const understander = createUnderstander(pack, { catalogue: await readTestCatalogue(pack) });
        const locale = flags.locale ?? understander.locales[0];
        const fault = localeFault(locale, pack);
        if (fault !== undefined)
          throw new EarshotError('unsupported_locale', `${fault.replace('the', 'The')}.`);
        let context = flags.context === undefined ? undefined : parseContext(flags.context);
        checkContext(context, understander);
        let memory: unknown;
        for (const text of sentences) {
          const request = { locale, readings: [{ text, confidence: 1 }], context, memory };
          const { memory: next, ...result } = understander.understand(request);
          if (flags.json) printJson(terminal, result);
          else {
            printLine(terminal, `"${text}"`);
            for (const line of explainSentence(understander, request)) printLine(terminal, `  ${line}`);
          }
          context = result.context;
          memory = next;
        }
      },
    );
}

/** A prime, so that steps of it come to every template, and soon to one of each intent, however many that has. */
const stride = 7919;

function sentencesCommand(terminal: Terminal): Command {
  return new Command('sentences')
    .description('print sentences that a pack accepts')
    .argument('<pack>', 'folder, file, or name of a pack that ships')
    .option('--count <n>', 'how many sentences', positiveInteger, 20)
    .option('--intent <name>', 'only sentences of this intent')
    .option('--seed <n>', 'number that selects another sample', positiveInteger, 1)
    .option('--json', 'print JSON')
    .action((path: string, flags: { count: number; intent?: string; seed: number; json?: boolean }) => {
      const pack = configuredPack({ pack: path });
      const sentences = pack.sentences.filter(
        ({ intent }) => flags.intent === undefined || intent === flags.intent,
      );
      if (sentences.length === 0) {
        const known = Object.keys(pack.definition.intents).join(', ');
        throw new EarshotError('invalid_pack', `There is no intent "${flags.intent}"; there are: ${known}.`);
      }
      const sampler = new SentenceSampler(pack, flags.seed);
      const samples = Array.from({ length: flags.count }, (_, index) => {
        const sentence = sentences[(index * stride + flags.seed) % sentences.length];
        return { intent: sentence.intent, text: sampler.sample(sentence) };
      });
      if (flags.json) printJson(terminal, samples);
      else for (const { intent, text } of samples) printLine(terminal, `${intent.padEnd(12)} ${text}`);
    });
}

function importTaxonomyCommand(terminal: Terminal): Command {
  return new Command('import-taxonomy')
    .description(
      'add the category names of a published taxonomy (JSON, JSON lines, CSV, "A > B > C") to a list',
    )
    .argument('<file>', 'the taxonomy; may be gzipped')
    .requiredOption('--pack <folder>', 'folder of the pack')
    .option('--list <name>', 'list that the names are added to', 'product')
    .option('--json', 'print the figures as JSON')
    .action((file: string, flags: { pack: string; list: string; json?: boolean }) => {
      const started = performance.now();
      const { locale } = loadPack(flags.pack);
      const result = importTaxonomy(file, flags.pack, flags.list, locale);
      loadPack(flags.pack);
      const seconds = (performance.now() - started) / 1000;
      if (flags.json) printJson(terminal, { ...result, seconds });
      else
        printLine(
          terminal,
          `wrote ${counted(result.names, 'name')} to ${result.file} (${seconds.toFixed(1)} s)`,
        );
    });
}
