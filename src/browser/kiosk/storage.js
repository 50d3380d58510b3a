// What a page keeps from visit to visit, or (`sessionStorage`) for as long as its tab is open; where it may keep nothing,
// every visit is the first.

export function stored(key, kind = 'localStorage') {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/** @param value null for what is kept no longer */
export function store(key, value, kind = 'localStorage') {
  try {
    if (value === null) window[kind].removeItem(key);
    else window[kind].setItem(key, value);
  } catch {
    // as said above
  }
}
