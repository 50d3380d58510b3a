// What machines write, for whoever looks at the page, in the browser's language.

const duration = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;
const units = ['day', 'hour', 'minute', 'second'];

/**
 * "1 hour 30 minutes" of PT1H30M, "Sat, Nov 21" of 2026-11-21; of lessThan and price_low "less than" and "price low". A name
 * that people wrote stays as it is.
 */
export function readable(value) {
  const counts = duration.exec(value)?.slice(1);
  if (counts?.some((count) => count !== undefined)) return describeDuration(counts);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return describeDay(value);
  return /^[a-z]+([A-Z_]|$)/.test(value) ? words(value) : value;
}

/** newSearch, price_low -> new search, price low */
export function words(name) {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}

/**
 * $45, 89.90
 *
 * @param currency ISO 4217; without it a price is a plain number
 */
export function amount(price, currency) {
  const digits = Number.isInteger(price) ? 0 : 2;
  const money = /^[A-Z]{3}$/.test(currency ?? '') ? { style: 'currency', currency } : {};
  return new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...money,
  }).format(price);
}

function describeDuration(counts) {
  const said = units.map((unit, at) => {
    const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' });
    return counts[at] === undefined ? '' : format.format(Number(counts[at]));
  });
  return said.filter((part) => part !== '').join(' ');
}

function describeDay(date) {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  return day.toLocaleDateString(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
