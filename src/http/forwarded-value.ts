type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What the proxy nearest to the client says in an `X-Forwarded-*` header; nothing where there is none.
 * @param name in lower case
 */
export function forwardedValue(headers: Headers, name: string): string | undefined {
  const [first] = String(headers[name] ?? '').split(',');
  return first.trim() || undefined;
}
