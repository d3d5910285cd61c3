import type { Assignable } from "../model/assignable/assignable.js";
import {
  findMember,
  type Declarations,
  type FoundMember,
} from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type { InterfaceDeclaration, TypeNode } from "../model/types.js";
import type { Reporter } from "./reporter.js";

/**
 * Reports members that contradict the ones that they inherit. Only what no
 * reading of the types makes right is reported: TypeScript knows more.
 */
export function checkOverrides(
  { name, members, extends: bases }: InterfaceDeclaration,
  declarations: Declarations,
  reporter: Reporter,
  assignable: Assignable,
): void {
  for (const member of members) {
    if (member.kind !== "property") continue;
    for (const base of bases) {
      const inherited = findMember(declarations, base, member.name);
      if (!inherited) continue;
      const loose = member.optional && !inherited.optional;
      if (!loose && assignable(member.type, orAbsent(inherited)) !== false)
        continue;
      const sign = ({ optional }: { optional: boolean }) =>
        optional ? "?" : "";
      reporter.error(
        "MCP133",
        member.position,
        `\`${name}.${member.name}${sign(member)}: ${typeText(member.type)}\` contradicts the inherited \`${member.name}${sign(inherited)}: ${typeText(inherited.type)}\``,
      );
      break;
    }
  }
}

/** An optional member may hold what stands for absence. */
function orAbsent({ type, optional }: FoundMember): TypeNode {
  if (!optional) return type;
  return {
    kind: "union",
    types: [type, { kind: "primitive", name: "undefined" }],
  };
}
