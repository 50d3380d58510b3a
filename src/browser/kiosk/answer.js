// A query as it is shown.

import { make } from './make.js';
import { describeProducts } from './products.js';
import { amount, readable, words } from './readable.js';

/** Below this confidence a word is marked as unsure. */
const unsureBelow = 0.5;

/** What a turn tells beside what is remembered, and how people call it. */
const labels = { excluded: 'without', unmatched: 'not understood' };

/** Parts of a context that mean nothing to whoever looks at the page: how a request was worded, how far an order has come. */
const unshown = ['direction', 'status'];

/**
 * @param before context of the turn before: what this turn added to it is shown
 * @param currency ISO 4217, of prices in the context; without it they are plain numbers
 */
export function describeAnswer(query, before, currency = currencyOf(query)) {
  const turn = make('article', 'turn');
  // A reply to silence says itself that nothing was heard.
  if (query.textQuery?.text || !query.reply?.text) turn.append(speaker('You:'), said(query.textQuery));
  // Another reading, or one that goes on with the turn before: the reply is about that.
  const { understoodText } = query.textQuery ?? {};
  if (understoodText) turn.append(make('p', 'understood', `understood as “${understoodText}”`));
  if (query.reply?.text) turn.append(speaker('Reply:'), make('p', 'reply', query.reply.text));
  // A sentence may say several things: each has a line of its own.
  let known = before;
  for (const request of query.entities?.requests ?? [query]) {
    const chips = turnChips(request, known, currency);
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
  turn.append(...describeProducts(query.entities));
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

/** What this turn added to what is remembered, and what is kept out or was not understood; each once. */
function turnChips({ intent, entities = {}, context }, before, currency) {
  // Of what is no request here, the parts mean nothing to whoever said it.
  const named = Object.entries(labels)
    .filter(([name]) => intent !== 'none' || name === 'unmatched')
    .flatMap(([name, label]) => entriesOf(label, entities[name]));
  const known = new Set(contextEntries(before, currency).map(String));
  const added = contextEntries(context, currency).filter((entry) => !known.has(String(entry)));
  const entries = new Map([...named, ...added].map((entry) => [String(entry), entry]));
  return [...entries.values()].map(([name, value]) => chip(name, value));
}

export function describeContext(context, currency) {
  return contextEntries(context, currency).map(([name, value]) => chip(name, value));
}

/** The currency of the latest amount in an answer, or of what was found; a context has prices as numbers alone. */
export function currencyOf({ entities = {} }) {
  const parts = [...(entities.requests ?? []).map((request) => request.entities ?? {}), entities];
  const amounts = parts.flatMap((part) => part.amounts ?? []);
  return amounts.at(-1)?.currency ?? entities.products?.find(({ currency }) => currency)?.currency;
}

/** Names and values in the order in which they are read: those of a search, then whatever else a pack remembers. */
function contextEntries(context, currency) {
  const { keywords = [], attributes = {}, price, sortBy, ...others } = context ?? {};
  const entries = keywords.map((keyword) => ['', keyword]);
  for (const [name, values] of Object.entries(attributes)) entries.push(...entriesOf(name, values));
  entries.push(...entriesOf('', describePrice(price, currency)), ...entriesOf('sorted by', sortBy));
  for (const [name, value] of Object.entries(others))
    if (!unshown.includes(name)) entries.push(...entriesOf(name, value));
  return entries;
}

/** What is short enough for a chip; of a list each value, and a thing ordered with all of its options. */
function entriesOf(name, value) {
  if (Array.isArray(value)) {
    return value.flatMap((one) => (one?.quantity ? [['', describeItem(one)]] : entriesOf(name, one)));
  }
  if (typeof value === 'number') return [[words(name), String(value)]];
  return typeof value === 'string' && value !== '' && value.length < 60
    ? [[words(name), readable(value)]]
    : [];
}

function describeItem({ quantity, ...options }) {
  return `${quantity} × ${Object.values(options).flat().join(', ')}`;
}

/** "under $50" */
function describePrice(price, currency) {
  const money = (value) => amount(value, currency);
  switch (price?.type) {
    case 'exact':
      return `for ${money(price.value)}`;
    case 'lessThan':
      return `under ${money(price.value)}`;
    case 'greaterThan':
      return `over ${money(price.value)}`;
    case 'approx':
      return `about ${money(price.value)}`;
    case 'range':
      return `${money(price.from)} to ${money(price.to)}`;
    default:
      return '';
  }
}

function chip(name, value) {
  const element = make('span', 'chip');
  if (name) element.append(make('b', '', name));
  element.append(value);
  return element;
}
