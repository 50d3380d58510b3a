/** Words that are written with "ise" in Britain and with "ize" in America: before these letters, and behind them. */
const stems =
  'caramel custom deodor digit energ equal fertil galvan moistur motor organ oxid pasteur personal polar pressur sanit special stabil steril synthes tender vapor';
const endings = 'e ed er ers es ing able';

/** British words, each before its American spelling. */
const words = `
  ageing aging, aluminium aluminum, analogue analog, armour armor, behaviour behavior, catalogue catalog,
  catalogues catalogs, centre center, centres centers, colour color, coloured colored, colourful colorful, colouring coloring,
  colours colors, cosier cozier, cosy cozy, defence defense, doughnut donut, doughnuts donuts, favour favor, favours favors,
  favourite favorite, favourites favorites, fibre fiber, fibreglass fiberglass, fibres fibers, flavour flavor,
  flavoured flavored, flavouring flavoring, flavours flavors, grey gray, greyish grayish, harbour harbor,
  humour humor, jewelled jeweled, jeweller jeweler, jewellery jewelry, kerb curb, labelled labeled, labelling labeling,
  levelling leveling, licence license, liquorice licorice, mould mold, moulding molding, moulds molds, moustache mustache,
  moustaches mustaches, multicoloured multicolored, neighbour neighbor,
  neighbours neighbors, odour odor, odours odors, panelled paneled, panelling paneling, plough plow, pyjama pajama,
  pyjamas pajamas, savoury savory, sulphate sulfate, sulphates sulfates, theatre theater, towelling toweling,
  traveller traveler, travellers travelers, travelling traveling, tyre tire, tyres tires, woollen woolen, yoghurt yogurt,
  yoghurts yogurts`;

/** British spellings, and the American ones that words are known by. */
export const britishSpellings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(words.split(',').map((pair) => pair.trim().split(/\s+/))),
  ...Object.fromEntries(
    stems
      .split(' ')
      .flatMap((stem) => endings.split(' ').map((ending) => [`${stem}is${ending}`, `${stem}iz${ending}`])),
  ),
};

/** American spellings, and those that are usual elsewhere. */
export const americanSpellings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(britishSpellings).map(([british, american]) => [american, british]),
);
