import t from 'tap';
import { Headroom } from '../../src/inference/headroom.js';

t.test('places follow what audio costs', async (t) => {
  const headroom = new Headroom({ workers: 2, targetLoad: 0.8, maxStreams: 100 });
  t.equal(headroom.places, 53);
  let audio = 0;
  let active = 0;
  const work = (seconds: number, cost: number) => {
    for (let second = 0; second < seconds; second++) {
      audio += 1;
      active += cost;
      headroom.update({ audioSeconds: audio, activeSeconds: active, waitSeconds: 0.01, openStreams: 1 });
    }
  };
  work(200, 0.04);
  t.equal(headroom.places, 40, 'a slower machine, or one with other work');
  work(200, 0.017);
  t.ok(headroom.places > 88 && headroom.places <= 95, 'and back when it is over');
  work(500, 0.001);
  t.equal(headroom.places, 100, 'never more than the most');
  work(500, 5);
  t.equal(headroom.places, 24, 'some for each thread stay');
});

t.test('nothing measured, and a thread that counts anew, change nothing', async (t) => {
  const headroom = new Headroom({ workers: 1, targetLoad: 0.5, maxStreams: 100 });
  const { cost: usual } = headroom;
  headroom.update({ audioSeconds: 0, activeSeconds: 3, waitSeconds: 0.01, openStreams: 1 });
  t.equal(headroom.cost, usual);
  headroom.update({ audioSeconds: 10, activeSeconds: 5, waitSeconds: 0.01, openStreams: 1 });
  const { cost } = headroom;
  headroom.update({ audioSeconds: 20, activeSeconds: 1, waitSeconds: 0.01, openStreams: 1 });
  t.equal(headroom.cost, cost);
});

t.test('what the threads do besides is no cost of audio', async (t) => {
  const headroom = new Headroom({ workers: 2, targetLoad: 0.8, maxStreams: 100 });
  headroom.update({
    audioSeconds: 30,
    activeSeconds: 6,
    waitSeconds: 0.01,
    openStreams: 30,
    isAudioAlone: false,
  });
  t.equal(headroom.places, 53, 'loading and warming up');
  headroom.update({ audioSeconds: 90, activeSeconds: 7.2, waitSeconds: 0.01, openStreams: 30 });
  t.ok(headroom.places >= 79, 'only what came after it is measured');
  headroom.update({ audioSeconds: 150, activeSeconds: 9, waitSeconds: 0.01, openStreams: 30 });
  t.ok(headroom.places < 60);
});

t.test('while audio has to wait, streams must end before others are opened', async (t) => {
  const headroom = new Headroom({ workers: 1, targetLoad: 0.8, maxStreams: 100 });
  t.equal(headroom.places, 26);
  headroom.update({ audioSeconds: 1, activeSeconds: 0.03, waitSeconds: 0.3, openStreams: 20 });
  t.equal(headroom.places, 18);
  headroom.update({ audioSeconds: 2, activeSeconds: 0.06, waitSeconds: 0.3, openStreams: 18 });
  t.equal(headroom.places, 16);
  headroom.update({ audioSeconds: 3, activeSeconds: 0.09, waitSeconds: 0.02, openStreams: 16 });
  t.equal(headroom.places, 17, 'places come back one by one');
  for (let i = 0; i < 100; i++)
    headroom.update({ audioSeconds: 4, activeSeconds: 0.12, waitSeconds: 0.02, openStreams: 17 });
  t.equal(headroom.places, 26, 'until what audio costs is the limit again');
  headroom.update({ audioSeconds: 5, activeSeconds: 0.15, waitSeconds: 5, openStreams: 3 });
  t.equal(headroom.places, 12, 'some for each thread stay');
});
