import { Command, InvalidArgumentError } from 'commander';
import { digestOf } from '../auth/opaque-token.js';
import type { TokenAdmin } from '../auth/token-admin.js';
import { defaultOrganisation, type OrganisationLimits } from '../auth/token-store.js';
import { alignColumns } from '../config/describe-config.js';
import { parseDuration } from '../config/duration.js';
import { loadConfig } from '../config/load-config.js';
import type { Config } from '../config/options.js';
import { EarshotError } from '../errors.js';
import { hasStore } from '../store/store-folder.js';
import { withoutAbsent } from '../without-absent.js';
import { addConfigOptions } from './config-options.js';
import { counted } from './counted.js';
import { positiveInteger } from './positive-integer.js';
import { printJson, printOnce, processTerminal, type Terminal } from './terminal.js';
import { withTokenAdmin } from './tokens-admin.js';

/** Configuration that matters here; each command takes it as flags. */
const configuration = ['data', 'auth', 'log'];

/**
 * `earshot tokens organisation|issue|list|revoke`. Works beside a running server, through it, and without one. Tokens go
 * to standard output only.
 */
export function tokensCommand(terminal: Terminal = processTerminal()): Command {
  return new Command('tokens')
    .description('issue, list and revoke tokens, whether a server is running or not')
    .addCommand(organisationCommand(terminal))
    .addCommand(issueCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(revokeCommand(terminal));
}

interface Flags extends Record<string, unknown> {
  json?: boolean;
  organisation?: string;
  uid?: string;
  apiCalls?: number;
  sessionTokens?: number;
  /** Milliseconds. */
  window?: number;
  /** Milliseconds. */
  maxValidity?: number;
}

function subcommand(name: string, description: string): Command {
  return new Command(name).description(description).option('--json', 'print JSON');
}

/** For all but what makes an organisation, and with it the store: a folder that was mistyped is not made. */
async function withExistingTokens<Result>(
  terminal: Terminal,
  flags: Flags,
  action: (admin: TokenAdmin) => Promise<Result>,
): Promise<Result> {
  const config = settings(terminal, flags);
  if (!hasStore(config.data)) {
    throw new EarshotError(
      'not_found',
      `There is no data in ${config.data}. Name the folder that the server uses with --data, or start the server once.`,
    );
  }
  return onTokens(config, action);
}

function settings(terminal: Terminal, flags: Flags): Config {
  return loadConfig({ flags, env: terminal.env, cwd: terminal.cwd }).config;
}

async function onTokens<Result>(
  config: Config,
  action: (admin: TokenAdmin) => Promise<Result>,
): Promise<Result> {
  try {
    return await withTokenAdmin(config, action);
  } catch (error) {
    throw inFlags(error);
  }
}

/** A fault with what the API calls `/validity`, for those who wrote `--validity`. */
function inFlags(error: unknown): unknown {
  if (!(error instanceof EarshotError) || error.faults === undefined) return error;
  const { code, faults, message } = error;
  const written = faults.reduce(
    (text, { pointer }) =>
      text.replace(`${pointer}: `, pointer === '/name' ? 'The name ' : `-${pointer.replace('/', '-')} `),
    message,
  );
  return new EarshotError(code, written, { faults, cause: error });
}

function organisationCommand(terminal: Terminal): Command {
  const command = subcommand(
    'organisation',
    'create an organisation and print its token; it cannot be printed again',
  )
    .argument('<name>', 'name of the organisation')
    .option(
      '--rotate',
      'give an existing organisation a new token, and the limits named here; its old tokens are revoked',
    )
    .option(
      '--api-calls <number>',
      'API calls that one end-user of this organisation may make in a window',
      positiveInteger,
    )
    .option(
      '--session-tokens <number>',
      'session tokens that one refresh token may obtain in a window',
      positiveInteger,
    )
    .option('--window <duration>', 'length of the window, ISO 8601', durationMs)
    .option('--max-validity <duration>', 'longest validity of a refresh token, ISO 8601', durationMs);
  return addConfigOptions(command, configuration).action(async (name: string, flags: Flags) => {
    const limits: OrganisationLimits = withoutAbsent({
      apiCalls: flags.apiCalls,
      sessionTokens: flags.sessionTokens,
      windowMs: flags.window,
      refreshTokenMaxLifetimeMs: flags.maxValidity,
    });
    const rotate = flags.rotate === true;
    const request = { name, rotate, limits: Object.keys(limits).length > 0 ? limits : undefined };
    const create = (admin: TokenAdmin) => admin.createOrganisation(request);
    const created = rotate
      ? await withExistingTokens(terminal, flags, create)
      : await onTokens(settings(terminal, flags), create);
    const printed = flags.json ? { ...created.organisation, token: created.token } : created.token;
    printOnce(terminal, printed, {
      orElse: `Nobody has the new token; make another with: npx earshot tokens organisation "${name}" --rotate${sameData(flags)}`,
    });
  });
}

function issueCommand(terminal: Terminal): Command {
  const command = subcommand(
    'issue',
    'issue a refresh token for an end-user and print it; it cannot be printed again',
  )
    .requiredOption(
      '--uid <uid>',
      'your name for the end-user; tokens can be revoked by it, and limits are counted by it',
    )
    .option('--validity <duration>', 'how long the token is valid: an ISO 8601 duration, such as P30D')
    .option('--organisation <name>', 'name or id of the organisation', defaultOrganisation);
  return addConfigOptions(command, configuration).action(async (flags: Flags) => {
    const request = {
      uid: flags.uid!,
      validity: flags.validity as string | undefined,
      organisation: flags.organisation,
    };
    const issued = await withExistingTokens(terminal, flags, (admin) => admin.issue(request));
    printOnce(terminal, flags.json ? issued : issued.value, {
      orElse: `Nobody has the token that was issued; revoke it with: npx earshot tokens revoke ${shownId(digestOf(issued.value))}${sameData(flags)}`,
    });
  });
}

function listCommand(terminal: Terminal): Command {
  const command = subcommand(
    'list',
    'list organisation and refresh tokens by their ids, never the tokens themselves',
  )
    .option('--uid <uid>', 'only those of an end-user')
    .option('--organisation <name>', 'only those of an organisation, by name or id');
  return addConfigOptions(command, configuration).action(async (flags: Flags) => {
    const { organisation, uid } = flags;
    const tokens = await withExistingTokens(terminal, flags, (admin) => admin.list({ organisation, uid }));
    if (flags.json) {
      printJson(terminal, tokens);
      return;
    }
    const rows = tokens.map((token) => [
      shownId(token.id),
      token.kind,
      token.organisation,
      token.uid ?? '-',
      token.createdAt,
      token.expiresAt ?? 'never',
    ]);
    terminal.stdout.write(
      alignColumns([['ID', 'KIND', 'ORGANISATION', 'UID', 'CREATED', 'EXPIRES'], ...rows]),
    );
  });
}

function revokeCommand(terminal: Terminal): Command {
  const command = subcommand('revoke', 'revoke a token, all tokens of an end-user, or an organisation')
    .argument('[token]', 'the token, its id or the beginning of it; - reads the token from standard input')
    .option('--uid <uid>', 'all refresh tokens of this end-user')
    .option(
      '--organisation <name>',
      `with --uid: tokens of this organisation (default: ${defaultOrganisation}); alone: all tokens of the organisation`,
    );
  return addConfigOptions(command, configuration).action(
    async (argument: string | undefined, flags: Flags) => {
      const token = argument === '-' ? await readAll(terminal.stdin) : argument;
      const { organisation, uid } = flags;
      const revoked = await withExistingTokens(terminal, flags, (admin) =>
        admin.revoke({ token, uid, organisation }),
      );
      if (flags.json) {
        printJson(terminal, revoked);
        return;
      }
      const { organisationTokens, refreshTokens, sessionTokens } = revoked;
      if (organisationTokens + refreshTokens + sessionTokens === 0) {
        throw nothingRevoked(flags);
      }
      const kinds: [number, string][] = [
        [organisationTokens, 'organisation token'],
        [refreshTokens, 'refresh token'],
        [sessionTokens, 'session token'],
      ];
      const revokedOnes = kinds.filter(([count]) => count > 0).map(([count, kind]) => counted(count, kind));
      terminal.stdout.write(`Revoked: ${revokedOnes.join(', ')}.\n`);
    },
  );
}

/** Tokens of the same end-user in another organisation are none of those that were asked for. */
function nothingRevoked({ uid, organisation = defaultOrganisation }: Flags): EarshotError {
  const whose = uid === undefined ? '' : `the end-user ${uid} of `;
  const other = uid === undefined ? '' : ' For one of another organisation, name it with --organisation.';
  return new EarshotError(
    'not_found',
    `Nothing was revoked: ${whose}the organisation ${organisation} has no tokens.${other} See them all with: npx earshot tokens list`,
  );
}

/** As much of the id of a token as tells it from others. */
function shownId(id: string): string {
  return id.slice(0, 12);
}

/** For a command that is to work on the same tokens. */
function sameData({ data }: Flags): string {
  return data === undefined ? '' : ` --data "${data}"`;
}

async function readAll(stream: AsyncIterable<string | Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text.trim();
}

function durationMs(text: string): number {
  try {
    const { months, ms } = parseDuration(text);
    if (months === 0 && ms > 0) return ms;
  } catch {
    // The message below says it for both.
  }
  throw new InvalidArgumentError('It must be an ISO 8601 duration without years and months, such as P30D.');
}
