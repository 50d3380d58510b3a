import { Command } from 'commander';
import type { Engine } from '../engine/engine.js';
import { EarshotError, type ErrorCode } from '../errors.js';
import type { Transcript } from '../query/transcriber.js';
import type { BiasPhrase } from '../stt/hypothesis.js';
import { checkAudioInput, nameOf, openAudioInput } from './audio-input.js';
import { parseHotword } from './hotword.js';
import { reportError } from './report-error.js';
import { toSrt } from './subtitles.js';
import { withProgress } from './with-progress.js';

interface TranscribeFlags {
  type?: string;
  format: 'text' | 'json' | 'srt';
  json?: boolean;
  locale: string;
  hotword?: BiasPhrase[];
  progress: boolean;
}

const formats = ['text', 'json', 'srt'] as const;

/** `earshot transcribe FILE...` */
export function transcribeCommand(openEngine: (command: Command) => Promise<Engine>): Command {
  const command = new Command('transcribe');
  return command
    .description('turn recordings into text')
    .argument('<file...>', 'WAV, FLAC, MP3, Ogg Opus or WebM files, or - for standard input')
    .option('--type <media type>', 'media type of the audio, for headerless PCM: "audio/pcm;rate=16000"')
    .option('--locale <tag>', 'language and region of the speech', 'en-US')
    .option(
      '--hotword <phrase>',
      'word or phrase to expect, with an optional weight above 0 and at most 10 (default 2): "oat milk:3"; may be repeated',
      (phrase: string, before: BiasPhrase[] = []) => [...before, parseHotword(phrase)],
    )
    .addOption(command.createOption('--format <format>', 'output format').choices(formats).default('text'))
    .option('--json', 'same as --format json')
    .option('--no-progress', 'show no progress bar')
    .action(async (files: string[], flags: TranscribeFlags) => {
      const format = flags.json ? 'json' : flags.format;
      if (format !== flags.format && command.getOptionValueSource('format') !== 'default')
        command.error(`error: --json and --format ${flags.format} contradict each other: give one of them`);
      if (format === 'srt' && files.length > 1)
        command.error('error: --format srt takes one file: the times of several would run together');
      const readable = await forEachFile(files, (file) => checkAudioInput(file, flags.type));
      if (readable.length === 0) return;
      const engine = await openEngine(command);
      try {
        await forEachFile(readable, async (file) => {
          const input = await openAudioInput(file, flags.type);
          const transcript = await engine.transcribe(withProgress(input, { isWanted: flags.progress }), {
            mimeType: input.mimeType,
            locale: flags.locale,
            bias: flags.hotword,
          });
          if (format !== 'json' && transcript.best.text === '')
            process.stderr.write(`earshot: No words were heard in ${input.name}.\n`);
          process.stdout.write(
            render(format, transcript, { name: input.name, isOneOfMany: files.length > 1 }),
          );
        });
      } finally {
        await engine.close();
      }
    });
}

/** Faults of one file, which say nothing of the next. */
const faultsOfFiles: readonly ErrorCode[] = [
  'not_found',
  'empty_audio',
  'invalid_audio',
  'payload_too_large',
  'unsupported_media_type',
];

/** One file after the other; one with a fault is reported and left out. @returns the others */
async function forEachFile(
  files: readonly string[],
  action: (file: string) => Promise<void>,
): Promise<string[]> {
  const done: string[] = [];
  for (const file of files) {
    try {
      await action(file);
      done.push(file);
    } catch (error) {
      if (!(error instanceof EarshotError) || !faultsOfFiles.includes(error.code)) throw error;
      reportError(error, nameOf(file));
    }
  }
  return done;
}

function render(
  format: (typeof formats)[number],
  transcript: Transcript,
  { name, isOneOfMany }: { name: string; isOneOfMany: boolean },
): string {
  const { best, alternatives, audioSeconds, speech } = transcript;
  if (format === 'srt') return toSrt(best.words);
  if (format === 'text') return `${isOneOfMany ? `${name}: ` : ''}${best.text}\n`;
  const { text, confidence, words } = best;
  return `${JSON.stringify({
    file: name,
    text,
    confidence,
    audioSeconds,
    speech,
    words,
    alternatives: alternatives.map((one) => ({ text: one.text, confidence: one.confidence })),
  })}\n`;
}
