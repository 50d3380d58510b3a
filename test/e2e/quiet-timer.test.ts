import t from 'tap';

const hourMs = 3_600_000;

t.test('when nobody does anything it tells so in time, whatever becomes of the clock', async (t) => {
  const { QuietTimer } = await import(
    new URL('../../../src/browser/kiosk/quiet-timer.js', import.meta.url).href
  );
  let [steadyMs, clockMs] = [0, 10 * hourMs];
  let look: (() => void) | undefined;
  t.intercept(performance, 'now', { value: () => steadyMs });
  t.intercept(Date, 'now', { value: () => clockMs });
  t.intercept(globalThis, 'setInterval', { value: (task: () => void) => (look = task) });
  t.intercept(globalThis, 'clearInterval', { value: () => (look = undefined) });
  let toldTimes = 0;
  const timer = new QuietTimer({ seconds: 180, onQuiet: () => toldTimes++ });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      steadyMs += 1000;
      clockMs += 1000;
      look?.();
    }
  };

  timer.begin();
  pass(170);
  timer.begin();
  pass(170);
  t.equal(toldTimes, 0, 'somebody did something');
  pass(11);
  t.equal(toldTimes, 1);
  pass(400);
  t.equal(toldTimes, 1, 'once');

  timer.begin();
  pass(10);
  clockMs -= 5 * hourMs;
  pass(171);
  t.equal(toldTimes, 2, 'a clock that was set back');

  timer.begin();
  clockMs += hourMs;
  pass(1);
  t.equal(toldTimes, 3, 'a device that slept');

  const never = new QuietTimer({ seconds: 0, onQuiet: () => toldTimes++ });
  never.begin();
  pass(400);
  t.equal(toldTimes, 3);
});
