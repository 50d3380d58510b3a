const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: readonly [number, string][] = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
];

/** `1,250` -> one thousand two hundred fifty; `2.5` -> two point five; leading zeros and long runs digit by digit. */
export function spellNumber(text: string): string {
  const [whole, ...fractions] = text.replace(/,(?=\d{3}\b)/g, '').split(/[.,]/);
  const spoken = /^0\d|^\d{10,}/.test(whole) ? digits(whole) : cardinal(Number(whole));
  return [spoken, ...fractions.map((fraction) => `point ${digits(fraction)}`)].join(' ');
}

function digits(text: string) {
  return [...text].map((digit) => small[Number(digit)]).join(' ');
}

function cardinal(value: number): string {
  if (value < 20) return small[value];
  if (value < 100) return join(tens[Math.floor(value / 10) - 2], value % 10);
  for (const [scale, name] of scales) {
    if (value >= scale) return join(`${cardinal(Math.floor(value / scale))} ${name}`, value % scale);
  }
  return small[0];
}

function join(head: string, rest: number) {
  return rest === 0 ? head : `${head} ${cardinal(rest)}`;
}
