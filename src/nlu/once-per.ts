/** Derives something from an object, such as a locale or a pack, once: when it is first asked for. */
export function oncePer<Source extends object, Derived extends object>(
  derive: (source: Source) => Derived,
): (source: Source) => Derived {
  const known = new WeakMap<Source, Derived>();
  return (source) => {
    let derived = known.get(source);
    if (derived === undefined) {
      derived = derive(source);
      known.set(source, derived);
    }
    return derived;
  };
}
