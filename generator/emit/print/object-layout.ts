/** Objects and arrays as TypeScript literals. */
import {
  braced,
  group,
  ifBreak,
  indent,
  join,
  line,
  softline,
  type Layout,
} from "./layout.js";

/** Members of an object literal, in order. */
export type LayoutMembers = readonly (readonly [key: string, value: Layout])[];

/** `{ key: value, … }`, a line a member; a value that does not fit goes below its key. */
export function objectLayout(members: LayoutMembers): Layout {
  if (members.length === 0) return "{}";
  return braced(
    members.map(([key, value]) => [
      typeof value === "string"
        ? group([key, ":", indent([line, value])])
        : [key, ": ", value],
      ",",
    ]),
  );
}

/** `[a, b]` */
export function arrayLayout(elements: readonly string[]): Layout {
  if (elements.length === 0) return "[]";
  const list = join([",", line], [...elements]);
  return group(["[", indent([softline, list]), ifBreak(","), softline, "]"]);
}
