import type { PlacedSpeech } from './placed-speech.js';
import type { StreamedQuery } from './socket-stream.js';
import { rounded, type Spread, share, spread, withSupportedPercentiles } from './statistics.js';

/** What was measured of one set of recordings; times are milliseconds. See bench/latency.ts for the definitions. */
export class LatencyFigures {
  readonly ttfsMs: number[] = [];
  readonly httpTtfsMs: number[] = [];
  readonly finalisationMs: number[] = [];
  readonly endpointMs: number[] = [];
  private readonly answerMs: number[] = [];
  private readonly emissionMs: number[] = [];
  private readonly firstPartialMs: number[] = [];
  /** Queries whose end of speech was decided, and those of them where it was too early. */
  private decided = 0;
  private cutOff = 0;
  private partialWords = 0;
  private revisedWords = 0;
  readonly faults: string[] = [];

  /** @param leadSeconds quiet before the speech */
  constructor(private readonly leadSeconds: number) {}

  /** Notes a query over WebSocket. */
  observe({ endSeconds }: PlacedSpeech, seen: StreamedQuery): void {
    const { vadStopMs, completeMs, failure } = seen;
    if (failure !== undefined || completeMs === undefined) {
      this.faults.push(failure ?? 'no answer');
      return;
    }
    const endMs = endSeconds * 1000;
    this.decided++;
    if (vadStopMs !== undefined) this.answerMs.push(completeMs - vadStopMs);
    if (vadStopMs !== undefined && vadStopMs < endMs) this.cutOff++;
    else {
      this.ttfsMs.push(completeMs - endMs);
      if (vadStopMs !== undefined) this.endpointMs.push(vadStopMs - endMs);
    }
    this.observeWords(seen, completeMs);
  }

  private observeWords({ partials, words }: StreamedQuery, completeMs: number): void {
    if (partials.length > 0) this.firstPartialMs.push(partials[0].atMs - this.leadSeconds * 1000);
    words.forEach((word, position) => {
      // The final result is the last partial: what it alone holds was emitted with it.
      let keptSinceMs = completeMs;
      for (let at = partials.length - 1; at >= 0 && partials[at].words[position] === word.text; at--) {
        keptSinceMs = partials[at].atMs;
      }
      this.emissionMs.push(keptSinceMs - word.end * 1000);
    });
    const final = words.map(({ text }) => text);
    partials.forEach((partial, index) => {
      const next = partials[index + 1]?.words ?? final;
      this.partialWords += Math.max(0, partial.words.length - (partials[index - 1]?.words.length ?? 0));
      this.revisedWords += partial.words.filter((text, position) => next[position] !== text).length;
    });
  }

  /** A row for each figure. */
  rows(): Record<string, Partial<Spread> | undefined> {
    return {
      'finalisation, upload': withSupportedPercentiles(spread(this.finalisationMs)),
      'TTFS, WebSocket': withSupportedPercentiles(spread(this.ttfsMs)),
      'TTFS, HTTP': withSupportedPercentiles(spread(this.httpTtfsMs)),
      'vad_stop to answer': withSupportedPercentiles(spread(this.answerMs)),
      'EP latency': withSupportedPercentiles(spread(this.endpointMs)),
      'word emission': withSupportedPercentiles(spread(this.emissionMs)),
      'first partial': withSupportedPercentiles(spread(this.firstPartialMs)),
    };
  }

  /** Cut-offs, with the bounds that a few recordings leave, and revised words. */
  sentence(): string {
    const { low, high } = share(this.cutOff, this.decided);
    const bounds = `95 % interval: ${rounded(low * 100)} to ${rounded(high * 100)} %`;
    return `cut off ${this.cutOff} of ${this.decided} (${bounds}), partial words revised ${rounded(this.revisionRate * 100)} %`;
  }

  private get revisionRate(): number {
    return rounded(this.revisedWords / Math.max(1, this.partialWords), 4);
  }

  toJSON() {
    const rows = this.rows();
    return {
      finalisationMs: rows['finalisation, upload'],
      ttfsMs: rows['TTFS, WebSocket'],
      ttfsHttpMs: rows['TTFS, HTTP'],
      answerMs: rows['vad_stop to answer'],
      endpointMs: rows['EP latency'],
      cutOff: { count: this.cutOff, of: this.decided, ...share(this.cutOff, this.decided) },
      wordEmissionMs: rows['word emission'],
      firstPartialMs: rows['first partial'],
      revisionRate: this.revisionRate,
      faults: this.faults.length,
    };
  }
}
