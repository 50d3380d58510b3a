import { MultiBar, type SingleBar } from 'cli-progress';

const nameWidth = 14;

/** Which part of a suite runs and for how long: bars on a terminal, a line for each part elsewhere. */
export class Progress {
  readonly #display: MultiBar | undefined;
  readonly #bars = new Map<string, SingleBar>();

  constructor(names: readonly string[]) {
    if (process.stderr.isTTY !== true) return;
    this.#display = new MultiBar({ format: '{name} {bar} {state}', stopOnComplete: false, barsize: 20 });
    for (const name of names) {
      this.#bars.set(name, this.#display.create(1, 0, { name: name.padEnd(nameWidth), state: 'waits' }));
    }
  }

  /** @returns To be called with what came of it. */
  begin(name: string): (outcome: string) => void {
    const started = performance.now();
    const seconds = () => ((performance.now() - started) / 1000).toFixed(0);
    this.#show(name, 0, 'runs');
    const timer = setInterval(() => {
      this.#bars.get(name)?.update(0, { name: name.padEnd(nameWidth), state: `runs, ${seconds()} s` });
    }, 1000);
    return (outcome) => {
      clearInterval(timer);
      this.#show(name, 1, `${outcome} in ${seconds()} s`);
    };
  }

  close(): void {
    this.#display?.stop();
  }

  #show(name: string, done: 0 | 1, state: string): void {
    const label = name.padEnd(nameWidth);
    if (this.#display === undefined) console.error(`${label} ${state}`);
    else this.#bars.get(name)?.update(done, { name: label, state });
  }
}
