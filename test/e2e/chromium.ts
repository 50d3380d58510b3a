import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's package first; `EARSHOT_CHROMIUM` names another. */
const candidates = [
  process.env.EARSHOT_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Chromium is, or undefined where there is none. */
export function findChromium(): string | undefined {
  return candidates.find((file) => file && existsSync(file));
}

export interface ChromiumOptions {
  /** A WAV file that the microphone hears, once for each time that it is opened. */
  recording: string;
}

/**
 * Headless Chromium with a recording as its microphone. The name `kiosk.test` leads to this machine;
 * to the browser it is another one.
 */
export async function launchChromium({ recording }: ChromiumOptions): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-microphone-'));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      // Tests run as root in containers, where the sandbox cannot start.
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${afterAMoment(recording, folder)}%noloop`,
      '--host-resolver-rules=MAP kiosk.test 127.0.0.1',
    ],
  });
  browser.on('disconnected', () => rmSync(folder, { recursive: true }));
  return browser;
}

/**
 * A copy of a recording (16 kHz, 16 bit, mono) with silence before it. People begin when the page shows that it listens;
 * a recording begins when the microphone opens, which may be a second earlier where the machine is busy.
 */
function afterAMoment(recording: string, folder: string): string {
  const wav = readFileSync(recording);
  const silence = Buffer.alloc(2 * 32_000);
  const later = Buffer.concat([wav.subarray(0, 44), silence, wav.subarray(44)]);
  for (const sizeAt of [4, 40]) later.writeUInt32LE(wav.readUInt32LE(sizeAt) + silence.length, sizeAt);
  const file = join(folder, basename(recording));
  writeFileSync(file, later);
  return file;
}

/** A page whose user has given it the microphone and trusts our certificates. */
export const withMicrophone = { permissions: ['microphone'], ignoreHTTPSErrors: true };

/** A page of the service with nothing on it but the client library. */
export async function openLibraryPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage(withMicrophone);
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/health`);
  await page.addScriptTag({ url: `${url}/js/service.js` });
  await page.addScriptTag({
    content: `
      // What the browser was asked for, and what became of it.
      window.tracks = [];
      const getUserMedia = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
      if (getUserMedia) navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints);
        window.tracks.push(...stream.getTracks());
        return stream;
      };
      window.profile = '6f2b1b8e-6d0c-4b5e-9b43-0b1f4f3d2c1a';
      window.outcome = (promise) => promise.then(
        (value) => ({ value }),
        (error) => ({ error: { name: error.name, code: error.code, message: error.message, responseCode: error.responseCode } }),
      );`,
  });
  return page;
}

/** Gives or denies the microphone to the pages of the service, as a user does in the browser's settings. */
export async function setMicrophonePermission(page: Page, setting: 'granted' | 'denied'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.send('Browser.setPermission', {
    permission: { name: 'microphone' },
    setting,
    origin: new URL(page.url()).origin,
    browserContextId: targetInfo.browserContextId,
  });
}
