/** The last third of what a network can hear at once is looked through, by windows of 0.2 s, a quarter of one apart. */
const share = 1 / 3;
const windowSeconds = 0.2;

/** Where in the last third of some sound it is quietest: the sample in the middle of the window of least energy. */
export function quietestPlace(samples: Float32Array, sampleRateHz: number): number {
  const width = Math.round(windowSeconds * sampleRateHz);
  const step = Math.round(width / 4);
  let least = Number.POSITIVE_INFINITY;
  let place = samples.length;
  for (let at = Math.floor(samples.length * (1 - share)); at + width <= samples.length; at += step) {
    let energy = 0;
    for (let index = at; index < at + width; index++) energy += samples[index] ** 2;
    if (energy < least) {
      least = energy;
      place = at + width / 2;
    }
  }
  return place;
}
