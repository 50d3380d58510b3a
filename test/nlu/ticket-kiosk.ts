import type { Test } from 'tap';
import { loadPack } from '../../src/nlu/index.js';

/** A kiosk that sells tickets and snacks, as somebody writes it who has just read the README. */
export const kiosk = `
name: kiosk
locales: [en]
lists:
  film: { values: [dune, paddington] }
  ticket: { values: [{ in: "adult[s]", out: adult }, { in: "(child|children)", out: child }] }
  area: { values: [{ in: "[in] the back [row]", out: back }, { in: "[in] the front [row]", out: front }] }
entities:
  film: { into: film }
  area: { into: area }
  day: { kind: date, into: day }
  time: { kind: time, into: time }
  quantity: { kind: number, from: 1, to: 9 }
  ticket: {}
  some:
    kind: phrase
    weight: 1
    of: [quantity]
    head: [ticket]
    rules: [{ take: [quantity], as: ticket, value: ticket, also: { quantity: "{quantity}" } }]
    into: order
  item: { kind: phrase, of: [quantity, ticket], head: [ticket], separators: [and], glue: [a], into: order }
fields:
  order: { kind: items, defaults: { quantity: 1 } }
  film: { kind: value }
  area: { kind: value }
  day: { kind: value }
  time: { kind: value }
intents:
  buy:
    sentences: ["[i would like] {item} [for {film}] [at {time}]", "[i would like] {some} for {film}", "[i would like] to see {film} [{day}]"]
    context: [addItems, replace]
    replies: ["[{order}][ for {film}][ at {time|time}]."]
  sit:
    sentences: ["[we will sit] {area}"]
    context: [replace]
    replies: ["In the {area}."]
fallback: { silence: ["Yes?"], none: ["Pardon?"], unknown: ["I don't know {unknown}."] }
`;

/** A pack from its text, with its tests. */
export const loadText = (t: Test, pack: string) =>
  loadPack(t.testdir({ 'pack.yaml': pack }), { tests: true });
