import type { Browser, Page } from 'playwright-core';
import { withMicrophone } from './chromium.js';

/** Opens the page; what it asked of others than the service, and what it complained about, is kept. */
export async function openKiosk(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ ...withMicrophone, ...options });
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (host !== new URL(url).host && !/^(data|blob):$/.test(protocol))
      complaints.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector('body:not([data-state=starting])');
  return { page, complaints };
}
