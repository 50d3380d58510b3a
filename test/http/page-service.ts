import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Test } from 'tap';
import { KioskAccess, type KioskAccessOptions, openApi, pages } from '../../src/http/index.js';
import { asyncApi } from '../../src/ws/index.js';
import { type Service, startService } from './service.js';

async function makePage(t: Test): Promise<string> {
  const folder = t.testdir({
    'index.html': '<p>mine',
    'page.css': 'p {}',
    '.hidden.css': 'x',
    'rows.db': 'x',
  });
  await mkdir(join(folder, 'folder.css'));
  await writeFile(join(folder, 'service-1.2.3.min.js'), '1');
  return folder;
}

/** A service with pages, in whose folder there is also what it must not hand out. */
export async function startPages(
  t: Test,
  kiosk: Partial<KioskAccessOptions> = {},
  basePath = '',
  kioskFolder?: string,
): Promise<Service> {
  const folder = kioskFolder ?? (await makePage(t));
  let issued = 0;
  const service: Service = await startService({
    http: {
      basePath,
      corsOrigins: ['https://shop.example'],
      extensions: [
        pages({
          kioskAccess: new KioskAccess({
            issue: async () => ({ value: `token${++issued}`, expiresAt: '2030-01-01T00:00:00.000Z' }),
            ...kiosk,
          }),
          welcome: () => ({ locales: ['en-US'], invitation: 'What would you like?', examples: ['A latte'] }),
          descriptions: () => ({
            'openapi.json': openApi({
              routes: service.http.resources.routes,
              version: '1.2.3',
              issuerPath: '/auth/tokens',
            }),
            'asyncapi.json': asyncApi({ version: '1.2.3' }),
          }),
          kioskFolder: folder,
          libraryFolder: folder,
          basePath,
        }),
      ],
    },
  });
  t.teardown(() => service.close());
  return service;
}

/** A request with exactly these headers; `fetch` does not let Host and Sec-Fetch-Site be set. */
export function ask(service: Service, method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      request({ port: service.port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      })
        .on('error', reject)
        .end();
    },
  );
}
