/** A swimming pool: passes and towels, which are counted and of which some are for children. */
export const pool = `
name: pool
locales: [en]
lists:
  pass: { inflect: true, values: [day pass, towel] }
  fare: { inflect: true, values: [adult, { in: "(child|children)", out: child }] }
entities:
  pass: {}
  fare: {}
  quantity: { kind: number, from: 1, to: 20 }
  ticket: { kind: phrase, of: [quantity, fare, pass], head: [pass], separators: [and], glue: [a, for], into: passes }
fields: { passes: { kind: items, defaults: { quantity: 1 } } }
intents:
  buy:
    sentences: ["[i want] {ticket}"]
    context: [addItems]
    replies: [{ when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }, Anything else?]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
