// Of several tabs of this page one listens all the time, or each would answer the same sentence.

const name = 'earshotHandsFree';

/**
 * From now on this tab listens, and the one that did before is told so.
 *
 * @param onTaken called when another tab listens instead
 * @returns a function that ends it
 */
export function listenAlone(onTaken) {
  let isEnded = false;
  let end;
  const ended = new Promise((resolve) => {
    end = () => {
      isEnded = true;
      resolve();
    };
  });
  // Where there is a microphone, there are locks, but for browsers of before 2022.
  navigator.locks?.request(name, { steal: true }, () => ended).catch(() => isEnded || onTaken());
  return end;
}
