import { noSuch } from '../no-such.js';
import type { When } from '../schema/pack-schema.js';
import type { SourcePath } from '../source/pack-source.js';
import { conditionsOf, isRemembered } from './conditions-of.js';
import type { TemplateReader } from './template-reader.js';

/** Finds fault with conditions of intents and of their replies that name a field or an intent which is not there. */
export function checkConditions(reader: TemplateReader): void {
  const { fields, intents } = reader.source.definition;
  for (const { when, path } of conditionsOf(reader.source.definition)) {
    const { filled = [], anyFilled = [], empty = [], recent = [], is = {}, after = [] } = when;
    const isOfReply = path.includes('replies');
    for (const field of [...filled, ...anyFilled, ...empty, ...recent, ...Object.keys(is)]) {
      const [first, second = ''] = field.split('.');
      const name = first === 'before' && isOfReply ? second : first;
      if (!isRemembered(name) && fields[name] === undefined)
        reader.fault(path, noSuch('field', name, Object.keys(fields)));
    }
    for (const intent of after)
      if (intent !== 'none' && intents[intent] === undefined)
        reader.fault([...path, 'after'], noSuch('intent', intent, Object.keys(intents)));
    if (!isOfReply) checkSaid(reader, when, path);
    else if (when.timed)
      reader.fault([...path, 'timed'], '"timed" is for conditions of sentences; replies ask what is "said"');
  }
}

/** What a turn said is not known before its sentence is understood. */
function checkSaid(reader: TemplateReader, { said }: When, path: SourcePath): void {
  if (said !== undefined)
    reader.fault([...path, 'said'], '"said" is for conditions of replies; sentences name what is said');
}
