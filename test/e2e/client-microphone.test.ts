import t from 'tap';
import { startLibraryStage } from './library-stage.js';
import { cannotRun, heard } from './running-service.js';

const skip = cannotRun();

t.test('the microphone of the client library', { skip }, async (t) => {
  const { inPage } = await startLibraryStage(t);

  t.test('a microphone held open: what was said just before the query belongs to it', async (t) => {
    const { value, error } = await inPage(
      `
      let levels = 0;
      await session.openMicrophone({ onLevel: () => { levels++; } });
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const query = await session.sendAudioQuery('en-US');
      const held = tracks.map((track) => track.readyState);
      await session.closeMicrophone();
      return { query, levels, held, after: tracks.map((track) => track.readyState) };
    `,
      { session: 'preRollMs: 3000' },
    );
    t.equal(error, undefined);
    t.match(value.query.textQuery.text, heard);
    t.ok(value.levels > 10);
    t.strictSame([value.held, value.after], [['live'], ['ended']]);
  });

  t.test(
    'a query cancelled while the user is asked for the microphone leaves it to the next one',
    async (t) => {
      const { value, error } = await inPage(`
      const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      let allow;
      const allowed = new Promise((resolve) => { allow = resolve; });
      mediaDevices.getUserMedia = async (constraints) => {
        await allowed;
        return getUserMedia(constraints);
      };
      const first = outcome(session.sendAudioQuery('en-US'));
      await session.cancel();
      await first;
      const second = session.sendAudioQuery('en-US');
      setTimeout(allow, 100);
      return { query: await second, tracks: tracks.map((track) => track.readyState) };
    `);
      t.equal(error, undefined);
      t.match(value.query.textQuery.text, heard);
      t.strictSame(value.tracks, ['ended']);
    },
  );

  t.test('a microphone that is unplugged once all was said costs no answer', async (t) => {
    const { value, error } = await inPage(`
      await session.openMicrophone();
      return session.sendAudioQuery('en-US', undefined, undefined, undefined, {
        onSpeechEnd: () => tracks[0].dispatchEvent(new Event('ended')),
      });
    `);
    t.equal(error, undefined);
    t.match(value.textQuery.text, heard);
  });
});
