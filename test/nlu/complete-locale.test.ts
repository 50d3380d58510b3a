// A language is complete wherever it is looked at, however much of it its author left out.
import t from 'tap';
import { english } from '../../src/nlu/locales/en.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import type { LanguageData } from '../../src/nlu/locales/language-data.js';

const { language, contractions, fillers, hesitations, openWords, functionWords, homophones } = english;
const { numbers, money, comparisons, time, spelling, examples } = english;
const { stem, soundKey, plural, describePrice, joinList } = english;

/** English as far as every language must have it; its groups have gaps of which the type knows nothing. */
const bare: LanguageData = {
  ...{ language, contractions, fillers, hesitations, openWords, functionWords, homophones },
  ...{ money, comparisons, spelling, examples, stem, soundKey, plural, describePrice, joinList },
  numbers: { ...numbers, belowZero: undefined, of: undefined },
  time: { ...time, edges: undefined, night: undefined },
  statements: { ...english.statements, wishes: undefined },
  units: [{ unit: 'inch', words: ['inch'] }],
  regions: { US: { currency: 'USD', currencySymbol: '$' } },
};

/** What has no words that stand for none. */
const forms = ['perfect', 'ofSeveral', 'article', 'inPlace'];

t.test('what is left out is there and empty, in groups too', async (t) => {
  const { locale, region } = resolveLocale('en-US', [bare])!;
  const lacking = Object.keys(english).filter((name) => !(name in locale));
  t.same(lacking.sort(), forms.sort());
  t.same(locale.hedges, []);
  t.same(locale.misheard, {});
  t.same(locale.bases('smallest'), []);
  t.same(locale.positives('softer'), []);
  t.same(locale.corrections, Object.fromEntries(Object.keys(english.corrections).map((name) => [name, []])));
  t.same(locale.statements, { ...english.statements, wishes: [] });
  t.same(locale.numbers, { ...numbers, of: [], belowZero: { degrees: [], phrases: [] } });
  t.same(locale.time.edges, { start: [], end: [], present: [], following: [] });
  t.same(locale.units, [{ unit: 'inch', words: ['inch'], typed: [], written: [], attached: [] }]);
  t.match(region, { currency: 'USD', spelling: {}, moneyUnits: {}, minorUnits: [] });
});

t.test('a language is completed once, and one that is complete stays what it is', async (t) => {
  t.equal(resolveLocale('en-US', [bare])!.locale, resolveLocale('en-GB', [bare])!.locale);
  t.equal(resolveLocale('en-US')!.locale, english);
  t.notOk('hedges' in bare, 'what its author wrote stays as it is');
});
