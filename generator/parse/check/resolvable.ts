import { getNormals } from "../../model/normal/normal.js";
import { UnsupportedType } from "../../model/members/intersections.js";
import type { Declaration, ProtocolModel } from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * Reports the first type whose members cannot be determined, such as
 * `Partial<X>` inside the declaration of `X`. TypeScript resolves this type
 * lazily, but a validator needs all members.
 *
 * @param own Declarations to check. All other declarations are already known to
 *   be valid.
 */
export function checkResolvable(
  model: ProtocolModel,
  reporter: Reporter,
  own: readonly Declaration[] = model.declarations,
): void {
  const normals = getNormals(model);
  for (const { kind, name, position } of own)
    try {
      if (kind !== "constant") normals.body(name);
    } catch (error) {
      // Resolving an infinite type exhausts the stack of V8, which throws a
      // RangeError.
      const reason =
        error instanceof RangeError
          ? "is defined in terms of itself and cannot be resolved"
          : error instanceof UnsupportedType && error.message;
      if (!reason) throw error;
      reporter.error("MCP111", position, `\`${name}\` ${reason}`);
      return;
    }
}
