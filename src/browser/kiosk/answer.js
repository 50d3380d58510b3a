// A query as it is shown.

/** Below this confidence a word is marked as unsure. */
const unsureBelow = 0.5;
const mostProducts = 6;

/** What is not called by its own name. */
const labels = { excluded: 'without', unmatched: 'not understood' };

/** @param before context of the turn before: what this turn added to it is shown */
export function describeAnswer(query, before) {
  const turn = make('article', 'turn');
  // A reply to silence says itself that nothing was heard.
  if (query.textQuery?.text || !query.reply?.text) turn.append(speaker('You:'), said(query.textQuery));
  if (query.reply?.text) turn.append(speaker('Reply:'), make('p', 'reply', query.reply.text));
  // A sentence may say several things: each has a line of its own.
  let known = before;
  for (const request of query.entities?.requests ?? [query]) {
    const chips = entityChips(request, known);
    if (request.intent && request.intent !== 'none') chips.unshift(make('span', 'chip intent', words(request.intent)));
    known = request.context;
    if (chips.length === 0) continue;
    const row = make('div', 'chips');
    row.role = 'group';
    row.ariaLabel = 'What was understood';
    // A screen reader comes across them, but does not read out by itself what was said once more.
    row.ariaLive = 'off';
    row.append(...chips);
    turn.append(row);
  }
  const products = query.entities?.products ?? [];
  if (products.length > 0) turn.append(productList(products));
  const more = (query.entities?.total ?? products.length) - mostProducts;
  if (products.length > 0 && more > 0) turn.append(make('p', 'more', `and ${more} more`));
  return turn;
}

/** Who says what follows, for those who do not see it. */
function speaker(name) {
  return make('span', 'hidden', name);
}

function said(textQuery) {
  const text = textQuery?.text ?? '';
  if (!text) return make('p', 'said nothing', 'Nothing was heard');
  const line = make('p', 'said');
  if (!textQuery.words?.length) {
    line.textContent = text;
    return line;
  }
  for (const { text: word, confidence } of textQuery.words) {
    const part = make('span', confidence < unsureBelow ? 'unsure' : '', word);
    if (confidence < unsureBelow) part.title = `Not sure (${Math.round(confidence * 100)} %)`;
    line.append(part, ' ');
  }
  return line;
}

/** What was understood of this turn: entities with a name of their own, and what is new in the context; each once. */
function entityChips({ intent, entities = {}, context }, before) {
  const elsewhere = ['products', 'queryString', 'keywords', 'sortBy', 'total'];
  // Of what is no request here, the parts mean nothing to whoever said it.
  const isShown = (name) => (intent === 'none' ? name === 'unmatched' : !elsewhere.includes(name));
  const named = Object.entries(entities)
    .filter(([name]) => isShown(name))
    .flatMap(([name, value]) => entriesOf(labels[name] ?? name, value));
  const known = new Set(contextEntries(before).map(String));
  const added = contextEntries(context).filter((entry) => !known.has(String(entry)));
  const entries = new Map([...named, ...added].map((entry) => [String(entry), entry]));
  return [...entries.values()].map(([name, value]) => chip(name, value));
}

export function describeContext(context) {
  return contextEntries(context).map(([name, value]) => chip(name, value));
}

/** Names and values in the order in which they are read: those of a search, then whatever else a pack remembers. */
function contextEntries(context) {
  // How far an order has come, the reply says.
  const { keywords = [], attributes = {}, price, sortBy, status, ...others } = context ?? {};
  const entries = keywords.map((keyword) => ['', keyword]);
  for (const [name, values] of Object.entries(attributes)) entries.push(...entriesOf(name, values));
  entries.push(...entriesOf('price', describePrice(price)), ...entriesOf('sorted', sortBy));
  for (const [name, value] of Object.entries(others)) entries.push(...entriesOf(name, value));
  return entries;
}

/** What is short enough for a chip; of a list each value, and a thing ordered with all of its options. */
function entriesOf(name, value) {
  if (Array.isArray(value)) {
    return value.flatMap((one) => (one?.quantity ? [['', describeItem(one)]] : entriesOf(name, one)));
  }
  if (typeof value === 'number') return [[words(name), String(value)]];
  return typeof value === 'string' && value !== '' && value.length < 60 ? [[words(name), readable(value)]] : [];
}

function describeItem({ quantity, ...options }) {
  return `${quantity} × ${Object.values(options).flat().join(', ')}`;
}

export function describePrice(price) {
  switch (price?.type) {
    case 'exact':
      return String(price.value);
    case 'lessThan':
      return `under ${price.value}`;
    case 'greaterThan':
      return `over ${price.value}`;
    case 'approx':
      return `about ${price.value}`;
    case 'range':
      return `${price.from} to ${price.to}`;
    default:
      return '';
  }
}

/** @param waitedMs from the end of speech, as this page was told of it, to the answer */
export function describeTimings(query, waitedMs) {
  const parts = [`Answer after ${format(waitedMs)}`];
  for (const [name, ms] of Object.entries(query.timings ?? {})) parts.push(`${words(name.replace(/Ms$/, ''))} ${format(ms)}`);
  return parts.join(' · ');
}

function format(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? Math.max(0.1, ms).toFixed(1) : Math.round(ms)} ms`;
}

/** $45, 89.90 */
function amount(price, currency) {
  const digits = Number.isInteger(price) ? 0 : 2;
  const money = /^[A-Z]{3}$/.test(currency ?? '') ? { style: 'currency', currency } : {};
  return new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...money }).format(price);
}

function productList(products) {
  const list = make('ul', 'products');
  for (const product of products.slice(0, mostProducts)) {
    const item = make('li');
    // A long name is cut so that prices are seen; the whole is in the tip.
    const title = make('span', '', product.title ?? product.name ?? product.id ?? '');
    title.title = title.textContent;
    item.append(title);
    if (product.price !== undefined) item.append(make('b', '', amount(product.price, product.currency)));
    list.append(item);
  }
  return list;
}

function chip(name, value) {
  const element = make('span', 'chip');
  if (name) element.append(make('b', '', name));
  element.append(value);
  return element;
}

/** lessThan, price_low -> less than, price low; a name that people wrote stays as it is. */
function readable(value) {
  return /^[a-z]+([A-Z_]|$)/.test(value) ? words(value) : value;
}

/** newSearch, price_low -> new search, price low */
function words(name) {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
