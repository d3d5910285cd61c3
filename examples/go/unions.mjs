// Writes statements that decode unions.
import { quote } from "./names.mjs";
import { literalUnion } from "./primitives.mjs";

/**
 * Returns statements that decode a union: a `switch` over the discriminant, or
 * a call that tries each type.
 *
 * @param result Go type of the union.
 * @param path Path from which the names of inline types are derived.
 * @param context Functions of `createTypes`.
 */
export function unionBody(type, result, path, context, indent = "\t") {
  const { follow, decoder } = context;
  const { discriminant, types } = type;
  if (!discriminant) return `${indent}return ${choose(types)}\n`;
  const { key, branches, absent } = discriminant;
  const others = types.filter((part) => follow(part).type.kind !== "object");
  const cases = branches.map((branch) => [
    quote(branch.value),
    branchBody(branch.type),
  ]);
  if (absent) cases.push(["tagAbsent", branchBody(absent)]);
  if (others.length > 0)
    cases.push(["tagNone", `${indent}\treturn ${choose(others)}\n`]);
  const text = cases.map(([label, body]) => `${indent}case ${label}:\n${body}`);
  const problem = quote(`the member ${key} selects no type`);
  return `${indent}switch tag(v, ${quote(key)}) {
${text.join("")}${indent}}
${indent}d.fail(${problem})
${indent}return nil
`;

  function branchBody(inner) {
    return inner.kind === "union" && !literalUnion(inner)
      ? unionBody(inner, result, path, context, `${indent}\t`)
      : `${indent}\treturn ${decoder(inner, path)}(d, v)\n`;
  }

  function choose(parts) {
    const options = parts.map(
      (part, n) => `, as[${result}](${decoder(part, `${path}${n + 1}`)})`,
    );
    return `choose(d, v${options.join("")})`;
  }
}
