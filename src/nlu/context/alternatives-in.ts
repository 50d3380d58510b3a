/** The values that a pattern has put together, "16 | 32 gigabyte"; a number alone is in the unit of the last one. */
export function alternativesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'string' || !value.includes(' | ')) return [value];
  const values = value.split(' | ');
  const unit = /^[\d.]+( \D+)$/.exec(values.at(-1)!)?.[1] ?? '';
  return values.map((one) => (/^[\d.]+$/.test(one) ? one + unit : one));
}
