/** Finds the offsets of values in the text of a JSON file, without recursion. */

/** Value in a JSON text: its offset, and the values inside the value. */
interface LocatedValue {
  readonly offset: number;
  readonly children?: Map<string | number, LocatedValue>;
}

const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Returns the outermost value of a valid JSON text. If several members of an
 * object have the same name, the last one counts.
 */
export function locateValues(text: string): LocatedValue {
  let root: LocatedValue = { offset: 0 };
  const open: {
    readonly children: Map<string | number, LocatedValue>;
    readonly isArray: boolean;
    /**
     * Key of the next value in this object or array. Undefined if the next
     * token is the name of a member.
     */
    key: string | number | undefined;
  }[] = [];
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    const holder = open.at(-1);
    if (token === ":") continue;
    if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (holder)
        holder.key = holder.isArray ? Number(holder.key) + 1 : undefined;
    } else if (holder && holder.key === undefined) {
      holder.key = JSON.parse(token) as string;
    } else {
      const isArray = token === "[";
      const children =
        isArray || token === "{"
          ? new Map<string | number, LocatedValue>()
          : undefined;
      const value = { offset, ...(children && { children }) };
      if (holder?.key !== undefined) holder.children.set(holder.key, value);
      else root = value;
      if (children)
        open.push({ children, isArray, key: isArray ? 0 : undefined });
    }
  }
  return root;
}

/**
 * Returns the offset of the value at a path, or of its nearest ancestor that
 * exists.
 */
export function findOffset(
  root: LocatedValue,
  path: readonly (string | number)[],
): number {
  let found = root;
  for (const key of path) found = found.children?.get(key) ?? found;
  return found.offset;
}
