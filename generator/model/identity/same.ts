/**
 * Whether two parts of models are deeply equal, doc comments included and
 * `position` members ignored.
 */
export function deepEqualIgnoringPositions(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((one, at) => deepEqualIgnoringPositions(one, b[at]))
    );
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        key === "position" ||
        (Object.hasOwn(b, key) &&
          deepEqualIgnoringPositions(
            a[key as keyof object],
            b[key as keyof object],
          )),
    )
  );
}
