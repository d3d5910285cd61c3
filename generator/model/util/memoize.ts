/**
 * Returns a function that caches the result of `make` for each argument.
 * Arguments are objects, and a result is cached as long as its argument exists
 * (`WeakMap`).
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
