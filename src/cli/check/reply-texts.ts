import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource, SourcePath } from '../../nlu/pack/source/pack-source.js';
import { optionNames, replyNames } from './known-names.js';

/** A text that a reply is made of, where it stands, and the names that it can know. */
export interface ReplyText {
  template: string;
  path: SourcePath;
  known: ReadonlySet<string>;
}

/** The texts of replies, of how items are put, and of parts that no reply uses. */
export function* replyTexts(pack: Pack, source: PackSource): Generator<ReplyText> {
  const { intents, fallback, fields, replyParts } = pack.definition;
  const known = replyNames(pack);
  for (const [name, { replies = [] }] of Object.entries(intents)) {
    for (const [index, reply] of replies.entries()) {
      const path = ['intents', name, 'replies', index];
      if (typeof reply === 'string') yield { template: reply, path, known };
      else
        for (const [at, template] of reply.say.entries())
          yield { template, path: [...path, 'say', at], known };
    }
  }
  const before = new Set([...Object.keys(fields), 'unknown']);
  for (const [name, templates] of Object.entries(fallback)) {
    for (const [at, template] of templates.entries())
      yield { template, path: ['fallback', name, at], known: name === 'partial' ? known : before };
  }
  for (const [name, { say }] of Object.entries(fields)) {
    if (say !== undefined)
      yield { template: say, path: ['fields', name, 'say'], known: optionNames(pack, name) };
  }
  // those that are used are looked at in the replies that they are written into
  for (const [name, template] of Object.entries(replyParts)) {
    if (!source.usedReplyParts.has(name)) yield { template, path: ['replyParts', name], known };
  }
}
