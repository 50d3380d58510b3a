/** Countries whose money is called as elsewhere: by adjective, or by name where there is none. */
const countriesOf: Record<string, Record<string, string>> = {
  'dollar dollars': {
    american: 'USD',
    us: 'USD',
    'u s': 'USD',
    canadian: 'CAD',
    australian: 'AUD',
    aussie: 'AUD',
    'new zealand': 'NZD',
    'hong kong': 'HKD',
    singapore: 'SGD',
  },
  'pound pounds': { british: 'GBP', english: 'GBP', uk: 'GBP', egyptian: 'EGP' },
  'franc francs': { swiss: 'CHF' },
  'crown crowns krona kronor krone kroner': {
    swedish: 'SEK',
    norwegian: 'NOK',
    danish: 'DKK',
    czech: 'CZK',
    icelandic: 'ISK',
  },
  'rupee rupees': { indian: 'INR', pakistani: 'PKR', 'sri lankan': 'LKR' },
  'peso pesos': { mexican: 'MXN', philippine: 'PHP', argentine: 'ARS', chilean: 'CLP', colombian: 'COP' },
  yen: { japanese: 'JPY' },
  yuan: { chinese: 'CNY' },
  won: { korean: 'KRW' },
  rand: { 'south african': 'ZAR' },
  'real reais': { brazilian: 'BRL' },
  lira: { turkish: 'TRY' },
};

/** Currencies by the names that tell them from others: "swiss francs", "new zealand dollars". */
export function foreignCurrencies(): Record<string, string> {
  const names = Object.entries(countriesOf).flatMap(([units, countries]) =>
    Object.entries(countries).flatMap(([country, code]) =>
      units.split(' ').map((unit) => [`${country} ${unit}`, code]),
    ),
  );
  return { ...Object.fromEntries(names), 'pound sterling': 'GBP', 'pounds sterling': 'GBP' };
}
