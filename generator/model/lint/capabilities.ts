import { reference } from "../build.js";
import { CAPABILITY_OWNERS, capabilityOwners } from "../capabilities.js";
import { declarationsByName } from "../lookup.js";
import { INDEX, getMembers, type EffectiveMember } from "../members/members.js";
import type { Declarations } from "../members/resolve.js";
import type { ProtocolModel, TypeNode } from "../types.js";
import { finding, type Finding } from "./findings.js";

/**
 * Capabilities whose content the schema does not define. Methods in the schema
 * therefore cannot require them.
 */
const OPEN: ReadonlySet<string> = new Set(["experimental", "extensions"]);

/**
 * Reports capabilities that no method requires. If no method requires a
 * capability or any of its sub-capabilities, only the capability itself is
 * reported.
 */
export function lintCapabilities(model: ProtocolModel): Finding[] {
  const declarations = declarationsByName(model);
  return CAPABILITY_OWNERS.flatMap((owner) => {
    const declaration = declarations.get(owner);
    if (!declaration) return [];
    const needed = model.methods.flatMap((method) =>
      method.capability && capabilityOwners(method).includes(owner)
        ? [method.capability]
        : [],
    );
    return unneeded(reference(owner), "", needed, declarations).map(
      ([path, { position }]) =>
        finding(
          "MCP404",
          declaration,
          `No method needs the capability \`${path}\` of \`${owner}\``,
          position,
        ),
    );
  });
}

function unneeded(
  type: TypeNode,
  prefix: string,
  needed: readonly string[],
  declarations: Declarations,
): [string, EffectiveMember][] {
  const members = getMembers(declarations, type) ?? new Map();
  return [...members.values()].flatMap(
    (member): [string, EffectiveMember][] => {
      if (member.name === INDEX || (!prefix && OPEN.has(member.name)))
        return [];
      const path = `${prefix}${member.name}`;
      const used = needed.some((need) => `${need}.`.startsWith(`${path}.`));
      return used
        ? unneeded(member.type, `${path}.`, needed, declarations)
        : [[path, member]];
    },
  );
}
