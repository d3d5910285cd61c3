/**
 * The function, memoized by the object that it is given; an answer lives as long
 * as its object (a `WeakMap`).
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
