import t from 'tap';

t.test('who goes on speaking while an answer is made is heard when it is there', async (t) => {
  const { HandsFree } = await import(
    new URL('../../../src/browser/kiosk/hands-free.js', import.meta.url).href
  );
  const toggle = { addEventListener: () => {}, setAttribute: () => {} };
  let hear: (level: number) => void = () => {};
  let isReady = true;
  let asked = 0;
  const handsFree = new HandsFree({
    toggle,
    // A browser's microphone.
    session: {
      openMicrophone: async ({ onLevel }: { onLevel: typeof hear }) => {
        hear = onLevel;
      },
    },
    onLevel: () => {},
    onChange: () => {},
    onTrouble: (error: unknown) => {
      throw error;
    },
    onSpeech: () => {
      if (!isReady) return;
      asked++;
      isReady = false;
    },
  });
  await handsFree.switch(true);
  const readings = (level: number, count: number) => {
    for (let reading = 0; reading < count; reading++) hear(level);
  };
  readings(0.1, 50);
  readings(0.6, 3);
  readings(0.1, 5);
  t.equal(asked, 0, 'a knock is no speech');
  readings(0.6, 10);
  t.equal(asked, 1);
  isReady = true;
  readings(0.1, 10);
  t.equal(asked, 1, 'silence asks nothing');
  isReady = false;
  readings(0.6, 10);
  isReady = true;
  readings(0.6, 1);
  t.equal(asked, 2, 'speech that began while there was no room for it');
});
