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
    alone: () => () => {},
    // A browser's microphone.
    session: {
      openMicrophone: async ({ onLevel }: { onLevel: typeof hear }) => {
        hear = onLevel;
      },
    },
    onChange: () => {},
    onOpening: () => {},
    onBack: () => {},
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

t.test('a microphone that was lost is taken again when it is back, unless it was switched off', async (t) => {
  const { HandsFree } = await import(
    new URL('../../../src/browser/kiosk/hands-free.js', import.meta.url).href
  );
  const toggle = { addEventListener: () => {}, setAttribute: (_: string, value: string) => (shown = value) };
  let shown = '';
  let isPlugged = true;
  let lose: (error: unknown) => void = () => {};
  let take = () => {};
  const told: string[] = [];
  let wake = () => {};
  const until = async (count: number) => {
    while (told.length < count)
      await new Promise<void>((done) => {
        wake = done;
      });
  };
  const tell = (what: string) => {
    told.push(what);
    wake();
  };
  const handsFree = new HandsFree({
    toggle,
    retryMs: 1,
    alone: (onTaken: () => void) => {
      take = onTaken;
      return () => tell('ended');
    },
    session: {
      openMicrophone: async ({ onError }: { onError: typeof lose }) => {
        lose = onError;
        if (!isPlugged) throw { code: 'no_microphone' };
      },
      closeMicrophone: async () => tell('closed'),
    },
    onChange: () => {},
    onOpening: () => {},
    onBack: () => tell('back'),
    onTrouble: ({ code }: { code: string }) => tell(code),
    onSpeech: () => {},
  });
  await handsFree.switch(true);
  isPlugged = false;
  lose({ code: 'microphone_failed' });
  t.equal(handsFree.isOn, false);
  t.equal(shown, 'true', 'the switch stays');
  await until(4);
  isPlugged = true;
  while (told.at(-1) !== 'back') await until(told.length + 1);
  t.strictSame(told.slice(0, 4), ['back', 'microphone_failed', 'no_microphone', 'no_microphone']);
  t.equal(handsFree.isOn, true);

  isPlugged = false;
  lose({ code: 'microphone_failed' });
  await handsFree.switch(false);
  const count = told.length;
  await new Promise((done) => setTimeout(done, 20));
  t.equal(told.length, count, 'switched off, it is not looked for');
  isPlugged = true;
  await handsFree.switch(true);
  isPlugged = false;
  lose({ code: 'microphone_failed' });
  take();
  await until(told.length + 1);
  const taken = told.length;
  await new Promise((done) => setTimeout(done, 20));
  t.equal(told.length, taken, 'nor where another tab listens');
  t.equal(shown, 'false');
  isPlugged = true;
  await handsFree.switch(true);
  lose({ code: 'permission_denied' });
  t.equal(shown, 'false', 'nor where it was forbidden');
});
