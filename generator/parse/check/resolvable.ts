import { normalsOf } from "../../model/normal/normal.js";
import { UnsupportedType } from "../../model/members/intersections.js";
import type { Declaration, ProtocolModel } from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * Reports the first type of which cannot be worked out what its values look
 * like: TypeScript waits until somebody asks for `Partial<X>` inside of `X`,
 * but a validator needs the members.
 *
 * @param own Those that are looked at, where others are proven.
 */
export function checkResolvable(
  model: ProtocolModel,
  reporter: Reporter,
  own: readonly Declaration[] = model.declarations,
): void {
  const normals = normalsOf(model);
  for (const { kind, name, position } of own)
    try {
      if (kind !== "constant") normals.body(name);
    } catch (error) {
      // A type without an end takes all of V8's stack.
      const reason =
        error instanceof RangeError
          ? "is computed of itself, which has no end"
          : error instanceof UnsupportedType && error.message;
      if (!reason) throw error;
      reporter.error("MCP111", position, `\`${name}\` ${reason}`);
      return;
    }
}
