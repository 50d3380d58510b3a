// What a page keeps from visit to visit; where it may keep nothing, every visit is the first.

export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // as said above
  }
}
