import { readlinkSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';

/**
 * The links that an absolute path leads over, each with where it leads to.
 * @param links those that are known already, which become more
 */
export function linksOf(path: string, links = new Map<string, string>()): Map<string, string> {
  let at = parse(path).root;
  for (const part of path.slice(at.length).split(sep)) {
    at = join(at, part);
    const target = links.has(at) ? undefined : targetOf(at);
    if (target !== undefined) linksOf(target, links.set(at, target));
  }
  return links;
}

/** Undefined of what is no link, or is not there. */
function targetOf(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return undefined;
  }
}
