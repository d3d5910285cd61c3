/**
 * JSON texts of params and results that are sent to several peers. Each text is
 * created once, however many messages contain the value.
 */
const texts = /*@__PURE__*/ new WeakMap<object, () => string>();

/**
 * Marks a value (params or a result) that several messages contain, so that its
 * JSON text is created only once. Returns the value, which must not change
 * afterwards.
 */
export function shareJson<T extends object>(value: T): T {
  let text: string | undefined;
  texts.set(value, () => (text ??= JSON.stringify(value)));
  return value;
}

/**
 * Returns a copy of a shared value with `_meta` added. The JSON text of the
 * copy is the text of the shared value with `_meta` appended. The shared value
 * must have at least one member, and no `_meta`.
 */
export function withSharedMeta<T extends object>(
  value: T,
  _meta: { [key: string]: unknown },
): T & { _meta: { [key: string]: unknown } } {
  const copy = { ...value, _meta };
  texts.set(copy, () => {
    const meta = JSON.stringify(_meta);
    return `${sharedJson(value)?.slice(0, -1)},"_meta":${meta}}`;
  });
  return copy;
}

/**
 * Returns the JSON text of a value that `shareJson` or `withSharedMeta` marked.
 * Returns undefined for any other value.
 */
export function sharedJson(value: object | undefined): string | undefined {
  return value && texts.get(value)?.();
}

/** Returns true if the value was marked by `shareJson` or `withSharedMeta`. */
export function isShared(value: object | undefined): boolean {
  return texts.has(value as object);
}
