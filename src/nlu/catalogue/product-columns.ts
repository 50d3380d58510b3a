/** Names under which shops export the same thing; compared by their letters and digits, in lower case. */
const columns: Record<string, readonly string[]> = {
  id: ['id', 'sku', 'productid', 'handle', 'asin', 'gtin', 'uniqid', 'itemid'],
  title: ['title', 'name', 'productname', 'producttitle', 'itemname'],
  price: ['price', 'saleprice', 'variantprice', 'listprice', 'currentprice', 'sellingprice', 'amount'],
  currency: ['currency', 'pricecurrency', 'currencycode'],
  brand: ['brand', 'vendor', 'manufacturer', 'brandname', 'maker'],
  category: ['category', 'producttype', 'type', 'categories', 'categoryname', 'googleproductcategory'],
  description: ['description', 'body', 'bodyhtml', 'productdescription', 'summary'],
  rating: ['rating', 'averagerating', 'stars', 'reviewscore', 'ratingvalue'],
  popularity: ['popularity', 'sales', 'orders', 'sold', 'reviews', 'reviewcount', 'numberofreviews'],
  addedAt: ['addedat', 'createdat', 'date', 'dateadded', 'publishedat', 'releasedate'],
  onSale: ['onsale', 'sale', 'discounted'],
  url: ['url', 'link', 'producturl'],
  image: ['image', 'imageurl', 'imagelink', 'imagesrc', 'picture'],
};
const attributes: Record<string, readonly string[]> = {
  color: ['color', 'colour', 'colors', 'colours'],
  size: ['size', 'sizes'],
  material: ['material', 'materials', 'fabric'],
  pattern: ['pattern', 'print'],
  department: ['department', 'gender', 'targetgender', 'audience', 'agegroup'],
  shape: ['shape', 'fit'],
  occasion: ['occasion', 'season'],
  condition: ['condition'],
};

/** What a catalogue may hold, and the names for each; the first of them is its own. */
export const productColumns: Readonly<Record<string, readonly string[]>> = { ...columns, ...attributes };

const columnOf = new Map<string, string>();
for (const [name, aliases] of Object.entries(productColumns))
  for (const alias of aliases) columnOf.set(alias, name);

/** A name in a file as it is compared with others: `Sale Price`, `sale_price` -> `saleprice`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}

/** The column of {@link productColumns} that a name in a file stands for: `Sale Price`, `sale_price` -> `price`. */
export function productColumn(name: string): string | undefined {
  return columnOf.get(plainName(name));
}

/** Whether a column tells a quality of the product, which may have several values. */
export function isAttribute(column: string): boolean {
  return Object.hasOwn(attributes, column);
}
