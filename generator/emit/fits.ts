/** Whether a revision's types are what the runtime takes for granted of them. */
import {
  createAssignable,
  type Assignable,
} from "../model/assignable/assignable.js";
import { declarationsByName } from "../model/lookup.js";
import { membersOf } from "../model/members.js";
import { findMember } from "../model/resolve.js";
import type { Method, ProtocolModel, TypeNode } from "../model/types.js";
import { exportsType } from "./protocol-facts.js";

const answers = new WeakMap<ProtocolModel, Assignable>();

/** What the two sides tell each other of themselves. */
const INFO = object({
  name: primitive("string"),
  version: primitive("string"),
});

/** The type of the argument that names a program and its version. */
export function infoType(model: ProtocolModel): string {
  const named = exportsType(model, "Implementation");
  return named && fits(model, reference("Implementation"), INFO)
    ? "Implementation"
    : "{ name: string; version: string }";
}

/** Whether the result of a request has a list of that name. */
export function holdsList(
  model: ProtocolModel,
  { result }: Method,
  name: string,
): boolean {
  const list = { [name]: arrayOf(primitive("unknown")) };
  return result !== null && fits(model, result, object(list));
}

/** Whether values can be suggested by the request, which are texts. */
export function suggests(
  model: ProtocolModel,
  { params, result }: Method,
): boolean {
  const answer = object({
    completion: object(
      { values: arrayOf(primitive("string")) },
      { total: primitive("number"), hasMore: primitive("boolean") },
    ),
  });
  return (
    params !== null &&
    result !== null &&
    fits(model, params, object({ ref: primitive("object") })) &&
    fits(model, result, answer)
  );
}

/** Whether an exported type is an object, with a member of that name. */
export function hasMember(
  model: ProtocolModel,
  type: string,
  name: string,
): boolean {
  return (
    exportsType(model, type) &&
    findMember(declarationsByName(model), reference(type), name) !== null
  );
}

/** Whether interfaces can extend an exported type. */
export function isExtended(model: ProtocolModel, type: string): boolean {
  return (
    exportsType(model, type) &&
    membersOf(declarationsByName(model), reference(type)) !== null
  );
}

function fits(model: ProtocolModel, own: TypeNode, wanted: TypeNode): boolean {
  let assignable = answers.get(model);
  if (!assignable) {
    assignable = createAssignable(declarationsByName(model));
    answers.set(model, assignable);
  }
  return assignable(own, wanted) === true;
}

function primitive(
  name: "string" | "number" | "boolean" | "object" | "unknown",
): TypeNode {
  return { kind: "primitive", name };
}

function reference(name: string): TypeNode {
  return { kind: "reference", name, arguments: [] };
}

function arrayOf(element: TypeNode): TypeNode {
  return { kind: "array", element, readonly: true };
}

function object(
  required: Readonly<Record<string, TypeNode>>,
  optional: Readonly<Record<string, TypeNode>> = {},
): TypeNode {
  const member = ([name, type]: readonly [string, TypeNode]) => ({
    kind: "property" as const,
    name,
    optional: name in optional,
    readonly: true,
    type,
    doc: { text: "", tags: [], deprecated: null, since: null },
    position: { line: 0, column: 0 },
  });
  const members = Object.entries({ ...required, ...optional });
  return { kind: "object", members: members.map(member) };
}
