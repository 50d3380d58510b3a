// What a search found, one page of it.

import { make } from './make.js';
import { amount } from './readable.js';

/** As many products as the service puts on a page. */
const pageSize = 10;

/**
 * A numbered list, as people choose by number ("the third one"), and how many are on the pages behind it.
 *
 * @returns nothing where nothing was found
 */
export function describeProducts({ products = [], total = 0, page = 1 } = {}) {
  if (products.length === 0) return [];
  const list = make('ol', 'products');
  list.append(...products.map(describeProduct));
  const behind = total - (page - 1) * pageSize - products.length;
  return behind > 0 ? [list, make('p', 'more', `and ${behind} more`)] : [list];
}

function describeProduct(product) {
  const item = make('li');
  const picture = describePicture(product.image);
  if (picture) item.append(picture);
  // A long name is cut so that prices are seen; the whole is in the tip.
  const title = make('span', 'title', product.title ?? product.name ?? product.id ?? '');
  title.title = title.textContent;
  item.append(title);
  if (product.price !== undefined) item.append(make('b', '', amount(product.price, product.currency)));
  return item;
}

/** Only one that this service has: others would learn from the request what is looked at here. */
function describePicture(address) {
  if (!isServedHere(address)) return undefined;
  const picture = make('img');
  // Its title stands beside it.
  picture.alt = '';
  picture.addEventListener('error', () => picture.remove());
  picture.src = address;
  return picture;
}

function isServedHere(address) {
  try {
    return typeof address === 'string' && new URL(address, location.href).origin === location.origin;
  } catch {
    return false;
  }
}
