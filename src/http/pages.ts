import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import { packageRoot } from '../config/package-root.js';
import { EarshotError } from '../errors.js';
import type { KioskAccess } from './kiosk-access.js';
import { methodNotAllowed } from './resource-router.js';
import { sendText, serveFile } from './static-files.js';

/** What the kiosk page shows before anybody has spoken; it is told to whoever can load the page. */
export interface KioskWelcome {
  /** That the service understands, best first; the page uses the first. */
  locales: readonly string[];
  /** A line such as "What are you looking for?". */
  invitation?: string;
  /** Sentences to begin with. */
  examples: readonly string[];
}

export interface PagesOptions {
  kioskAccess: KioskAccess;
  welcome(): KioskWelcome;
  /** Makes the descriptions of the API by file name, such as `openapi.json`; called when one is first asked for. */
  descriptions(): Readonly<Record<string, object>>;
  /** The certificate that browsers are to trust, PEM, where it is one of our own. */
  authority?(): string | undefined;
  /** The kiosk page; copy it and name the copy here to make it your own. @default the one that ships */
  kioskFolder?: string;
  /** @default the page that ships */
  docsFolder?: string;
  /** The built client library. @default the one that ships */
  libraryFolder?: string;
  /** Path prefix under which everything is served. @default '' */
  basePath?: string;
}

/**
 * What browsers load beside the API: the kiosk page at `/`, the client library under `/js`, the description of the API
 * at `/docs`. Everything comes from this service; no page makes a request elsewhere.
 *
 * @throws EarshotError `invalid_config` where the kiosk folder has no page
 */
export function pages(options: PagesOptions): Middleware {
  if (options.kioskFolder !== undefined) checkKioskFolder(options.kioskFolder);
  const root = packageRoot();
  const {
    kioskFolder = join(root, 'src/browser/kiosk'),
    docsFolder = join(root, 'src/browser/docs'),
    libraryFolder = join(root, 'build/browser/js'),
    kioskAccess,
    authority = () => undefined,
  } = options;
  const descriptionAt = descriptionsOf(options.descriptions);

  return async (ctx, next) => {
    const { path } = ctx;
    const [, section, name, ...rest] = path.split('/');
    const isAlone = rest.length === 0;
    if (path === '/kiosk/session') await sendSession(ctx, kioskAccess);
    else if (path === '/kiosk/welcome') sendWelcome(ctx, options.welcome());
    else if (path === '/') await sendKioskPage(ctx, kioskFolder, options.basePath);
    else if (section === 'kiosk' && name) await sendKioskFile(ctx, kioskFolder, [name, ...rest]);
    else if (section === 'js' && name && isAlone) await sendLibrary(ctx, libraryFolder, name);
    else if (section === 'docs' && isAlone) await sendDocs(ctx, docsFolder, name);
    else if (descriptionAt(path) !== undefined) sendDescription(ctx, descriptionAt(path)!);
    else if (path === '/tls/authority.pem' && authority() !== undefined) sendAuthority(ctx, authority()!);
    else await next();
  };
}

/** The JSON of each description by its path, made when one is first asked for. */
function descriptionsOf(describe: PagesOptions['descriptions']): (path: string) => string | undefined {
  let texts: Map<string, string> | undefined;
  return (path) => {
    if (!path.endsWith('.json')) return undefined;
    texts ??= new Map(
      Object.entries(describe()).map(([name, value]) => [`/${name}`, `${JSON.stringify(value, null, 2)}\n`]),
    );
    return texts.get(path);
  };
}

async function sendSession(ctx: Context, kioskAccess: KioskAccess): Promise<void> {
  allow(ctx, ['POST']);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', 'application/json');
  ctx.body = JSON.stringify(await kioskAccess.session(ctx.req));
}

function sendWelcome(ctx: Context, welcome: KioskWelcome): void {
  allow(ctx, ['GET', 'HEAD']);
  ctx.set('Cache-Control', 'no-cache');
  sendText(ctx, 'application/json', JSON.stringify(welcome));
}

async function sendKioskPage(ctx: Context, folder: string, basePath: string | undefined): Promise<void> {
  allow(ctx, ['GET', 'HEAD']);
  // Relative addresses in the page count from the folder that it is in.
  const { pathname } = new URL(ctx.originalUrl, 'http://page');
  if (basePath && pathname === basePath) ctx.redirect(`${basePath}/`);
  else await sendPage(ctx, folder);
}

async function sendKioskFile(ctx: Context, folder: string, parts: readonly string[]): Promise<void> {
  allow(ctx, ['GET', 'HEAD'], '/kiosk/{file}');
  await serveFile(ctx, folder, parts);
}

async function sendLibrary(ctx: Context, folder: string, name: string): Promise<void> {
  allow(ctx, ['GET', 'HEAD'], '/js/{file}');
  // Pages of every origin may include the library; what they may do with it is up to the API.
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  await serveFile(ctx, folder, [name]);
}

/** @param name undefined of `/docs`, empty of `/docs/`: only from the latter do the page's addresses count. */
async function sendDocs(ctx: Context, folder: string, name: string | undefined): Promise<void> {
  allow(ctx, ['GET', 'HEAD'], '/docs/{file}');
  if (name) await serveFile(ctx, folder, [name]);
  else if (name === undefined) ctx.redirect('docs/');
  else await sendPage(ctx, folder);
}

function sendDescription(ctx: Context, json: string): void {
  allow(ctx, ['GET', 'HEAD']);
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('Access-Control-Allow-Origin', '*');
  sendText(ctx, 'application/json', json);
}

function sendAuthority(ctx: Context, certificate: string): void {
  allow(ctx, ['GET', 'HEAD']);
  ctx.set('Content-Disposition', 'attachment; filename="earshot-authority.pem"');
  sendText(ctx, 'application/x-pem-file', certificate);
}

function checkKioskFolder(folder: string): void {
  if (existsSync(join(folder, 'index.html'))) return;
  const shipped = join(packageRoot(), 'src/browser/kiosk');
  throw new EarshotError(
    'invalid_config',
    `There is no kiosk page in ${folder}: it has no index.html. Copy the page that ships, ${shipped}, and change it.`,
  );
}

async function sendPage(ctx: Context, folder: string): Promise<void> {
  // 'self' does not stand for the socket of the same host in every browser.
  const host = /^[\w.:[\]-]+$/.test(ctx.get('Host')) ? ctx.get('Host') : '';
  const sockets = host ? `ws://${host} wss://${host}` : '';
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self' ${sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  ctx.set('Permissions-Policy', 'microphone=(self)');
  ctx.set('Referrer-Policy', 'no-referrer');
  await serveFile(ctx, folder, ['index.html']);
}

/** @param template what the log calls the page */
function allow(ctx: Context, methods: string[], template = ctx.path): void {
  ctx.state.template = template;
  if (!methods.includes(ctx.method)) throw methodNotAllowed(methods.filter((method) => method !== 'HEAD'));
}
