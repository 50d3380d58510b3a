import { conditionsOf, isRemembered } from './conditions-of.js';
import { noSuch } from './no-such.js';
import type { TemplateReader } from './template-reader.js';

/** Finds fault with conditions of intents and of their replies that name a field or an intent which is not there. */
export function checkConditions(reader: TemplateReader): void {
  const { fields, intents } = reader.source.definition;
  for (const { when, path } of conditionsOf(reader.source.definition)) {
    const { filled = [], anyFilled = [], empty = [], is = {}, after = [] } = when;
    for (const field of [...filled, ...anyFilled, ...empty, ...Object.keys(is)]) {
      const [name] = field.split('.');
      if (!isRemembered(name) && fields[name] === undefined)
        reader.fault(path, noSuch('field', name, Object.keys(fields)));
    }
    for (const intent of after)
      if (intent !== 'none' && intents[intent] === undefined)
        reader.fault([...path, 'after'], noSuch('intent', intent, Object.keys(intents)));
  }
}
