/**
 * Returns a function that caches the results of `make` by its object argument.
 * A result is cached as long as the argument exists (`WeakMap`).
 */
export function memoizeByObject<K extends object, V>(
  make: (key: K) => V,
): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let answer = known.get(key);
    if (!answer) {
      answer = { value: make(key) };
      known.set(key, answer);
    }
    return answer.value;
  };
}
