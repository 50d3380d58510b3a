import { defaults } from '../config/defaults.js';
import { EarshotError } from '../errors.js';
import { checkPatience, type PatienceOptions, patienceDefaults } from './patience.js';

export interface EndpointerOptions extends PatienceOptions {
  /** A frame with at least this speech probability is speech. @default 0.5 */
  positiveThreshold?: number;
  /** Speech is interrupted by a frame below this one. @default 0.35 */
  negativeThreshold?: number;
  /** Less speech than this is a noise. @default 128 */
  minSpeechMs?: number;
  /** How much before the first speech frame belongs to the utterance: soft first sounds. @default 300 */
  preRollMs?: number;
  /**
   * Silence after which the words so far are to be judged (`pause`), once in each pause.
   * @default 120, less where `completeSilenceMs` is less
   */
  judgeAfterMs?: number;
  /**
   * Sound in which the decoder hears no phone counts as silence from here on, whatever the detector hears: a
   * television, a queue, a long vowel. `Infinity` trusts the detector alone. @default 600
   */
  wordlessMs?: number;
  /** Speech so far below the loudest of the utterance is someone else's: a television, a queue. @default 20 */
  backgroundDb?: number;
  /** Longest utterance, from its start; `Infinity` for no limit. @default 30000 */
  maxUtteranceMs?: number;
  /** How long speech is waited for at all; `Infinity` for ever. @default 10000 */
  noSpeechTimeoutMs?: number;
}

export const endpointerDefaults: Required<EndpointerOptions> = {
  ...patienceDefaults,
  positiveThreshold: defaults.speechThreshold,
  negativeThreshold: defaults.silenceThreshold,
  minSpeechMs: defaults.minSpeechMs,
  preRollMs: 300,
  judgeAfterMs: 120,
  wordlessMs: defaults.wordlessMs,
  backgroundDb: defaults.backgroundDb,
  maxUtteranceMs: defaults.maxUtteranceMs,
  noSpeechTimeoutMs: defaults.noSpeechMs,
};

/** The options with their defaults. @throws EarshotError `invalid_config` naming the option. */
export function endpointerOptions(options: EndpointerOptions): Required<EndpointerOptions> {
  const { trailingSilenceMs = patienceDefaults.trailingSilenceMs } = options;
  // Who changes only the middle one means no more than that.
  const completeSilenceMs = Math.min(patienceDefaults.completeSilenceMs, trailingSilenceMs);
  const incompleteSilenceMs = Math.max(patienceDefaults.incompleteSilenceMs, trailingSilenceMs);
  // A silence that ends an utterance only once its words were judged must not be over before.
  const judgeAfterMs = Math.min(
    endpointerDefaults.judgeAfterMs,
    options.completeSilenceMs ?? completeSilenceMs,
  );
  const settings = {
    ...endpointerDefaults,
    completeSilenceMs,
    incompleteSilenceMs,
    judgeAfterMs,
    ...options,
  };
  const check = (name: keyof EndpointerOptions, isValid: boolean, allowed: string): void => {
    if (isValid) return;
    throw new EarshotError('invalid_config', `${name} must be ${allowed}; got ${settings[name]}.`);
  };
  const { positiveThreshold, negativeThreshold, minSpeechMs } = settings;
  check('positiveThreshold', positiveThreshold > 0 && positiveThreshold <= 1, 'above 0 and at most 1');
  check(
    'negativeThreshold',
    negativeThreshold >= 0 && negativeThreshold <= positiveThreshold,
    `0 to positiveThreshold (${positiveThreshold})`,
  );
  const durations = [
    'minSpeechMs',
    'preRollMs',
    'trailingSilenceMs',
    'completeSilenceMs',
    'incompleteSilenceMs',
    'judgeAfterMs',
    'wordlessMs',
    'noSpeechTimeoutMs',
  ] as const;
  for (const name of durations) check(name, settings[name] >= 0, 'a number of milliseconds, not negative');
  check('backgroundDb', settings.backgroundDb > 0, 'a positive number of decibels');
  check('maxUtteranceMs', settings.maxUtteranceMs > minSpeechMs, `more than minSpeechMs (${minSpeechMs})`);
  checkPatience(settings);
  return settings;
}
