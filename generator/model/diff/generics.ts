/** Generic declarations: what they are given, and themselves. */
import { bind } from "../resolve.js";
import type { Declarations } from "../resolve.js";
import type {
  Declaration,
  ReferenceType,
  TypeNode,
  TypeParameter,
} from "../types.js";

/** What stands for each type parameter of the declaration, defaults included. */
export function givenTo(
  { name, arguments: given }: ReferenceType,
  declarations: Declarations,
): ReadonlyMap<string, TypeNode> {
  return bind(parametersOf(declarations.get(name)), given);
}

/** The declaration as it refers to itself: `Box<T>`, whatever T is by default. */
export function itself(
  name: string,
  declarations: Declarations,
): ReferenceType {
  const parameters = parametersOf(declarations.get(name));
  return {
    kind: "reference",
    name,
    arguments: parameters.map((one) => reference(one.name)),
  };
}

/**
 * What stands for the parameters of a declaration when it is compared with
 * another: the names that the other has at the same places.
 */
export function namedAs(
  declaration: Declaration,
  other: Declaration,
): readonly ReferenceType[] {
  const names = parametersOf(other);
  return parametersOf(declaration).map((one, at) =>
    reference((names[at] ?? one).name),
  );
}

function parametersOf(
  declaration: Declaration | undefined,
): readonly TypeParameter[] {
  return declaration && declaration.kind !== "constant"
    ? declaration.typeParameters
    : [];
}

function reference(name: string): ReferenceType {
  return { kind: "reference", name, arguments: [] };
}
