import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Engine, EngineResult } from '../engine/engine.js';
import { EarshotError } from '../errors.js';
import type { Context, Understander } from '../nlu/index.js';
import { checkContext } from '../query/check-context.js';
import { checkLocale } from '../query/check-locale.js';
import type { Word } from '../stt/hypothesis.js';
import { checkAudioInput, openAudioInput } from './audio-input.js';
import { parseContext } from './parse-context.js';
import { withProgress } from './with-progress.js';

interface QueryFlags {
  text?: string;
  type?: string;
  locale: string;
  context?: string;
  json?: boolean;
}

export interface QueryParts {
  /** For what is spoken. */
  openEngine(command: Command): Promise<Engine>;
  /** For what is written, which needs no recogniser. */
  openUnderstander(command: Command): Promise<Understander>;
}

/** `earshot query FILE` or `earshot query --text "..."`: the whole pipeline without a server. */
export function queryCommand({ openEngine, openUnderstander }: QueryParts): Command {
  const command = new Command('query');
  return command
    .description('answer one spoken or typed query, without a server')
    .argument('[file]', 'WAV, FLAC, MP3, Ogg Opus or WebM file, or - for standard input')
    .allowExcessArguments()
    .option('--text <sentence>', 'a typed query instead of a recording')
    .option('--type <media type>', 'media type of the audio, for headerless PCM: "audio/pcm;rate=16000"')
    .option('--locale <tag>', 'language and region', 'en-US')
    .option('--context <json>', "context of the conversation so far, as an earlier answer's `context`")
    .option('--json', 'print the whole result as JSON')
    .action(async (file: string | undefined, flags: QueryFlags) => {
      if ((file === undefined) === (flags.text === undefined)) {
        throw new EarshotError('invalid_request', 'Give either a recording or --text "...".');
      }
      const context = flags.context === undefined ? undefined : parseContext(flags.context);
      const print = (result: EngineResult) =>
        process.stdout.write(flags.json ? `${JSON.stringify(toJson(result))}\n` : toText(result));
      if (file === undefined) {
        if (flags.text?.trim() === '')
          throw new EarshotError('invalid_request', 'A typed query needs a text.');
        const readings = [{ text: flags.text ?? '', confidence: 1 }];
        const understander = await openUnderstander(command);
        const locale = checkLocale(flags.locale, understander.locales);
        checkContext(context, understander);
        print(understander.understand({ locale, readings, context }));
        return;
      }
      // A sentence without quotes: to be told of --text helps more than that there are too many arguments.
      const asked = command.args.join(' ');
      if (command.args.length > 1 && existsSync(file)) {
        throw new EarshotError('invalid_request', `Give one recording at a time, not "${asked}".`);
      }
      if (/\s/.test(asked) && !existsSync(asked)) {
        const detail = `There is no recording "${asked}". To ask a typed query, use --text "${asked}".`;
        throw new EarshotError('not_found', detail);
      }
      await checkAudioInput(file, flags.type);
      const engine = await openEngine(command);
      try {
        print(await answer(engine, file, flags, context));
      } finally {
        await engine.close();
      }
    });
}

async function answer(engine: Engine, file: string, flags: QueryFlags, context: Context | undefined) {
  const input = await openAudioInput(file, flags.type);
  const { locale } = flags;
  return engine.query(withProgress(input), { mimeType: input.mimeType, locale, context });
}

/** What was said with what tells of it, and beside it what was understood where the rules made more of that. */
function described({ text, confidence, transcript }: EngineResult): {
  text: string;
  understoodText?: string;
  confidence: number;
  words?: readonly Word[];
} {
  if (transcript === undefined) return { text, confidence };
  const { best } = transcript;
  const understood = text === best.text ? {} : { understoodText: text };
  return { text: best.text, ...understood, confidence: best.confidence, words: best.words };
}

function toJson(result: EngineResult) {
  const { intent, reply, context, entities } = result;
  return { ...described(result), intent, reply, context, entities };
}

function toText(result: EngineResult): string {
  const line = (label: string, value: unknown) =>
    `${label.padEnd(13)} ${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
  const { text, understoodText } = described(result);
  return (
    line('text', text) +
    (understoodText === undefined ? '' : line('understood as', understoodText)) +
    line('intent', result.intent) +
    line('reply', result.reply.text) +
    line('context', result.context) +
    line('entities', result.entities)
  );
}
