import { z } from 'zod';
import { withoutTrailing } from '../without-trailing.js';
import { type Duration, parseDuration } from './duration.js';

/** What a default may depend on. */
export interface DefaultContext {
  /** Absolute folder that relative paths count from. */
  cwd: string;
  /** Cores this process may use. */
  cores: number;
  packageRoot: string;
  /** Values of the options that stand earlier in the table, by their dotted names. */
  values: Readonly<Record<string, unknown>>;
}

/** One option: how its value is read, what is allowed, and what it means. */
export interface OptionSpec<T> {
  readonly kind: 'option';
  /** Takes what the file, the environment or a flag gives: text always, and the native type where there is one. */
  readonly schema: z.ZodType<T>;
  /** Ends the sentence "must be ...". */
  readonly allowed: string;
  /** The value's name in `--help`; a boolean has none. */
  readonly placeholder?: string;
  readonly default: (context: DefaultContext) => T;
  /** The default in words, for the documentation. */
  readonly defaultText: string;
  readonly description: string;
  /** The value is a path: relative ones count from the file they stand in, or from the working folder. */
  readonly isPath: boolean;
  /** Never printed. */
  readonly secret: boolean;
  /** The value as the file would have it. */
  readonly format: (value: T) => unknown;
}

interface Common<T> {
  description: string;
  /** Left out where {@link optional} makes it absent. */
  default?: T | ((context: DefaultContext) => T);
  /** Needed when the default is computed. */
  defaultText?: string;
  secret?: boolean;
}

function option<T>(
  common: Common<T>,
  rest: Pick<OptionSpec<T>, 'schema' | 'allowed' | 'placeholder'> & Partial<OptionSpec<T>>,
): OptionSpec<T> {
  const format = rest.format ?? ((value: T) => value);
  const given = common.default;
  const compute = typeof given === 'function' ? (given as (context: DefaultContext) => T) : () => given as T;
  const shown = given === undefined || typeof given === 'function' ? '' : format(given);
  return {
    kind: 'option',
    isPath: false,
    ...rest,
    format,
    default: compute,
    defaultText: common.defaultText ?? shownValue(shown),
    description: common.description,
    secret: common.secret ?? false,
  };
}

/** A value in words: `none` for what is absent or empty. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(',');
  return String(value);
}

const integerText = /^-?\d{1,15}$/;
const numberText = /^-?\d+(\.\d+)?$/;

/** Lets `none` (or null in a file) stand for an absent value, which is the default. */
export function optional<T>(spec: OptionSpec<T>): OptionSpec<T | null> {
  const isNone = (value: unknown) => value === null || value === 'none';
  return {
    ...spec,
    schema: z.unknown().transform((value, context): T | null => {
      if (isNone(value)) return null;
      const result = spec.schema.safeParse(value);
      if (result.success) return result.data;
      context.addIssue({ code: 'custom', message: 'not valid' });
      return z.NEVER;
    }),
    default: () => null,
    allowed: `${spec.allowed}, or none`,
    format: (value) => (value === null ? null : spec.format(value)),
  };
}

/** Text that is not empty, or that has a form of its own. */
export function text(common: Common<string> & { pattern?: RegExp; allowed?: string; placeholder?: string }) {
  return option<string>(common, {
    schema: common.pattern ? z.string().regex(common.pattern) : z.string().min(1),
    allowed: common.allowed ?? 'a text',
    placeholder: common.placeholder ?? 'text',
  });
}

/** A whole number, in digits where it is text. */
export function integer(common: Common<number> & { min: number; max: number }) {
  return option<number>(common, {
    schema: z.preprocess(
      (value) => (typeof value === 'string' && integerText.test(value) ? Number(value) : value),
      z.int().min(common.min).max(common.max),
    ),
    allowed: `a whole number from ${common.min} to ${common.max}`,
    placeholder: 'number',
  });
}

/** A number, in digits with or without a decimal point where it is text. */
export function fraction(common: Common<number> & { min: number; max: number }) {
  return option<number>(common, {
    schema: z.preprocess(
      (value) => (typeof value === 'string' && numberText.test(value) ? Number(value) : value),
      z.number().min(common.min).max(common.max),
    ),
    allowed: `a number from ${common.min} to ${common.max}`,
    placeholder: 'number',
  });
}

const byteUnits: Record<string, number> = { '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** A number of bytes, also with the unit KiB, MiB or GiB. */
export function bytes(common: Common<number> & { min: number; max: number }) {
  return option<number>(common, {
    schema: z.preprocess((value) => {
      const match = typeof value === 'string' ? /^(\d{1,15})(KiB|MiB|GiB)?$/.exec(value) : null;
      return match ? Number(match[1]) * byteUnits[match[2] ?? ''] : value;
    }, z.int().min(common.min).max(common.max)),
    allowed: `a number of bytes from ${formatBytes(common.min)} to ${formatBytes(common.max)}, such as 512KiB or 64MiB`,
    placeholder: 'bytes',
    format: formatBytes,
  });
}

function formatBytes(value: number): string | number {
  for (const unit of ['GiB', 'MiB', 'KiB']) {
    if (value > 0 && value % byteUnits[unit] === 0) return `${value / byteUnits[unit]}${unit}`;
  }
  return value;
}

/** True or false; 1 or 0 will do where it is text. */
export function boolean(common: Common<boolean>) {
  return option<boolean>(common, {
    schema: z.preprocess(
      (value) =>
        value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
      z.boolean(),
    ),
    allowed: 'true or false',
    placeholder: undefined,
  });
}

/** One of some texts. */
export function choice<const T extends string>(common: Common<T> & { among: readonly T[] }) {
  return option<T>(common, {
    schema: z.enum(common.among) as unknown as z.ZodType<T>,
    allowed: `one of ${common.among.join(', ')}`,
    placeholder: common.among.join('|'),
  });
}

/** What a shell reads as the home folder, and nobody else. */
export const startsAtHome = /^~(?:[/\\]|$)/;

/** A path; one that is not absolute counts from where it was given. */
export function path(common: Common<string> & { what: 'folder' | 'file' }) {
  return option<string>(common, {
    // Else a folder named "~" would be made, which one shell command too many removes together with the home folder.
    schema: z
      .string()
      .min(1)
      .refine((value) => !startsAtHome.test(value)),
    allowed: `the path of a ${common.what}`,
    placeholder: common.what,
    isPath: true,
  });
}

/** A duration of fixed length; `.ms` holds its milliseconds. */
export function duration(common: {
  description: string;
  default: string;
  atLeastMs: number;
}): OptionSpec<Duration> {
  const read = (value: string) => {
    const parsed = parseDuration(value);
    if (parsed.months > 0 || parsed.ms < common.atLeastMs) throw new Error('out of range');
    return parsed;
  };
  const isValid = (value: string) => {
    try {
      read(value);
      return true;
    } catch {
      return false;
    }
  };
  const fallback = read(common.default);
  return option<Duration>(
    { ...common, default: fallback },
    {
      schema: z.string().refine(isValid).transform(read),
      allowed: `an ISO 8601 duration of at least PT${common.atLeastMs / 1000}S without years and months, such as PT15M or P90D`,
      placeholder: 'duration',
      format: (value) => value.iso,
    },
  );
}

export interface ListenAddress {
  host: string;
  port: number;
}

/** `host:port`, an IPv6 host in brackets. */
export function listenAddress(common: Common<ListenAddress>): OptionSpec<ListenAddress> {
  const pattern = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]\s/]+)):(\d{1,5})$/;
  return option<ListenAddress>(common, {
    schema: z
      .string()
      .refine((value) => {
        const match = pattern.exec(value);
        return match !== null && Number(match[3]) <= 65_535;
      })
      .transform((value) => {
        const match = pattern.exec(value)!;
        return { host: match[1] ?? match[2], port: Number(match[3]) };
      }),
    allowed: 'host:port, such as 127.0.0.1:8081 or [::1]:8081',
    placeholder: 'host:port',
    format: formatAddress,
  });
}

/** An address as it is written in the configuration. */
export function formatAddress(value: ListenAddress | null): string | null {
  if (value === null) return null;
  return value.host.includes(':') ? `[${value.host}]:${value.port}` : `${value.host}:${value.port}`;
}

/** Absolute http or https URL without credentials, query or fragment; kept without a closing slash. */
export function httpUrl(common: Common<string>): OptionSpec<string> {
  return option<string>(common, {
    schema: z
      .string()
      .refine(isHttpUrl)
      .transform((value) => withoutTrailing(value, '/')),
    allowed: 'an absolute http or https URL without user, query and fragment',
    placeholder: 'url',
  });
}

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && !url.username && !url.password && !value.includes('?') && !value.includes('#');
}

/**
 * Web origins (`scheme://host[:port]`) or `*`; text is split at commas. As a browser shows them, with a slash, will do.
 */
export function origins(common: Common<readonly string[]>): OptionSpec<readonly string[]> {
  const isOrigin = (value: string) => {
    if (value === '*') return true;
    const { origin, href } = URL.canParse(value) ? new URL(value) : { origin: 'null', href: '' };
    return href === `${origin}/`;
  };
  return option<readonly string[]>(common, {
    schema: z.preprocess(
      (value) =>
        value === 'none' || value === null
          ? []
          : typeof value === 'string'
            ? value.split(',').map((part) => part.trim())
            : value,
      z.array(
        z
          .string()
          .refine(isOrigin)
          .transform((value) => (value === '*' ? value : new URL(value).origin)),
      ),
    ),
    allowed: 'a list of origins such as https://kiosk.example (separated by commas), * for any, or none',
    placeholder: 'origins',
  });
}
