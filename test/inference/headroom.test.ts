import t from 'tap';
import { Headroom } from '../../src/inference/headroom.js';

t.test('places follow what audio costs', async (t) => {
  const headroom = new Headroom({ workers: 2, targetLoad: 0.8, maxStreams: 100, initialCost: 0.02 });
  t.equal(headroom.places, 80);
  let audio = 0;
  let active = 0;
  const work = (seconds: number, cost: number) => {
    for (let second = 0; second < seconds; second++) {
      audio += 1;
      active += cost;
      headroom.update(audio, active, 0.01, 1);
    }
  };
  work(200, 0.025);
  t.equal(headroom.places, 64, 'a slower machine, or one with other work');
  work(200, 0.017);
  t.ok(headroom.places > 88 && headroom.places <= 95, 'and back when it is over');
  work(500, 0.001);
  t.equal(headroom.places, 100, 'never more than the most');
  work(500, 5);
  t.equal(headroom.places, 24, 'some for each thread stay');
});

t.test('nothing measured, and a thread that counts anew, change nothing', async (t) => {
  const headroom = new Headroom({ workers: 1, targetLoad: 0.5, maxStreams: 100, initialCost: 0.05 });
  headroom.update(0, 3, 0.01, 1);
  t.equal(headroom.cost, 0.05);
  headroom.update(10, 5, 0.01, 1);
  const { cost } = headroom;
  headroom.update(20, 1, 0.01, 1);
  t.equal(headroom.cost, cost);
});

t.test('what the threads do besides is no cost of audio', async (t) => {
  const headroom = new Headroom({ workers: 2, targetLoad: 0.8, maxStreams: 100, initialCost: 0.02 });
  headroom.update(30, 6, 0.01, 30, false);
  t.equal(headroom.places, 80, 'loading and warming up');
  headroom.update(90, 7.2, 0.01, 30);
  t.ok(headroom.places >= 79, 'only what came after it is measured');
  headroom.update(150, 9, 0.01, 30);
  t.ok(headroom.places < 60);
});

t.test('while audio has to wait, streams must end before others are opened', async (t) => {
  const headroom = new Headroom({ workers: 1, targetLoad: 0.8, maxStreams: 100, initialCost: 0.02 });
  t.equal(headroom.places, 40);
  headroom.update(1, 0.02, 0.3, 30);
  t.equal(headroom.places, 27);
  headroom.update(2, 0.04, 0.3, 27);
  t.equal(headroom.places, 24);
  headroom.update(3, 0.06, 0.02, 24);
  t.equal(headroom.places, 25, 'places come back one by one');
  for (let i = 0; i < 100; i++) headroom.update(4, 0.08, 0.02, 25);
  t.equal(headroom.places, 40, 'until what audio costs is the limit again');
  headroom.update(5, 0.1, 5, 3);
  t.equal(headroom.places, 12, 'some for each thread stay');
});
