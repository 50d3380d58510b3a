import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { makeFolders } from '../../files/make-folders.js';
import { replaceFile } from '../../files/replace-file.js';

const pack = (name: string) => `# A domain pack: what can be said, and what it means. Try it with:
#   npx earshot pack test .        npx earshot pack explain . "two tickets to the museum"
# models/packs/README.md of Earshot says what each key means, and how orders of several things are written.
# A text with any of : , { } [ ] in it needs quotes around all of it.
name: ${name}
version: 1.0.0
description: Say in a line what this pack is for.
locales: [en]

# How the kiosk page invites people to speak.
welcome:
  invitation: Where would you like to go?
  examples: [Two tickets to the museum]

# Words and phrases with one meaning. "in" may use (a|b) for either and [a] for what may be left out; "out" is the value.
lists:
  place:
    values:
      - museum
      - { in: "(zoo|animal park)", out: zoo }

# What can stand in a sentence between { }, and the field that it goes to; it is of the list of its own name unless it has
# another "list" or "kind". Kinds: list, number, money, price, range, ordinal, quantity, time, date, duration, text, spelled,
# code, pattern, phrase.
entities:
  place: { into: place }
  count: { kind: number, from: 1, to: 20, into: count }

# What is remembered from sentence to sentence.
fields:
  place: { kind: value }
  count: { kind: value }

# Parts that several sentences share, used as <want>.
rules:
  want: "(i want|i would like|i need|give me|can i (get|have)|could i (get|have))"

intents:
  buy:
    sentences:
      - "[<want>] {count} ticket[s] [to|for] [the] {place}"
      - "[<want>] (a|one) ticket (to|for) [the] {place}"
    # What happens to the fields (clear, replace, add, remove, set, undo ...); without this they stay as they are.
    context: [replace]
    # What stands in [ ] is left out where a value in it is missing; a reply that lacks a value elsewhere is not said.
    # Where words were left out: - { when: { said: [unmatched] }, say: ["I didn't catch {unmatched|or}."] }
    replies:
      - "[{count} {count|plural:ticket:tickets} ]to the {place}, coming up."
  # Makes sense only once there is a place to go to.
  change:
    when: { filled: [place] }
    sentences:
      - "[no|actually] [make (it|that)] {count} [tickets]"
      - "[no|actually] [make it] [to] [the] {place} [instead]"
    context: [replace]
    replies:
      - "Now [{count} {count|plural:ticket:tickets} ]to the {place}."
  cancel:
    sentences: ["(cancel|forget it|never mind|start over)"]
    context: [{ clear: all }]
    replies: ["Okay, cancelled."]

# What is answered when nothing was heard, when nothing was understood, when only the intent was clear, to a thing that is
# on no list, and to a question that no intent answers.
fallback:
  silence: ["I didn't hear anything."]
  none: ["Sorry, I didn't understand. Try: two tickets to the museum."]
  partial: ["I don't know {unmatched|or}. Where would you like to go?"]
  unknown: ["I don't know {unknown}. Where would you like to go?"]
  question: ["I can't answer that. Where would you like to go?"]
`;

const tests = `# What must be understood how; "npx earshot pack test ." runs this.
tests:
  - say: two tickets to the museum please
    intent: buy
    context: { place: museum, count: 2 }
  - conversation: changed my mind
    turns:
      - { say: i'd like three tickets for the animal park, intent: buy, context: { place: zoo, count: 3 } }
      - { say: actually make it two, intent: change, context: { place: zoo, count: 2 } }
      - { say: never mind, intent: cancel, context: {} }
  # What the device cannot do is worth a test, too.
  - { say: is the museum open, intent: none }
`;

/**
 * Writes a pack to start from.
 *
 * @returns The files that were written.
 * @throws EarshotError `invalid_pack` when the folder is there already or its name cannot name a pack. What the file
 * system throws where it cannot be written; nothing is left of it then.
 */
export function newPack(folder: string): string[] {
  const name = basename(folder);
  if (!/^[A-Za-z][\w-]*$/.test(name)) {
    throw new EarshotError('invalid_pack', `"${name}" cannot name a pack: use letters, digits, "-" and "_".`);
  }
  if (existsSync(folder))
    throw new EarshotError('invalid_pack', `${folder} already exists; give another name.`);
  makeFolders(folder);
  const files = [join(folder, 'pack.yaml'), join(folder, `${name}.test.yaml`)];
  try {
    replaceFile(files[0], pack(name));
    replaceFile(files[1], tests);
  } catch (error) {
    // half a pack would be in the way of the next try
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return files;
}
