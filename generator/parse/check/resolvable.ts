import { normalsOf } from "../../model/normal/normal.js";
import { UnsupportedType } from "../../model/members/intersections.js";
import type { ProtocolModel } from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * Reports the first type of which cannot be worked out what its values look
 * like: TypeScript waits until somebody asks for `Partial<X>` inside of `X`,
 * but a validator needs the members.
 */
export function checkResolvable(
  model: ProtocolModel,
  reporter: Reporter,
): void {
  const normals = normalsOf(model);
  try {
    for (const { kind, name } of model.declarations)
      if (kind !== "constant") normals.body(name);
  } catch (error) {
    if (!(error instanceof UnsupportedType)) throw error;
    const name = error.declaration ?? "";
    const found = model.declarations.find((one) => one.name === name);
    reporter.error(
      "MCP111",
      found?.position ?? null,
      `\`${name}\` ${error.message}`,
    );
  }
}
