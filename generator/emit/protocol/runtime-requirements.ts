/** Whether a revision's types are what the runtime takes for granted of them. */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { findMember, membersOf } from "../../model/members/members.js";
import { normalsOf, type Normal } from "../../model/normal/normal.js";
import { isSubtype } from "../../model/normal/subtype.js";
import type { Method, ProtocolModel, TypeNode } from "../../model/types.js";
import { exportsType } from "./protocol-facts.js";

const ANY: Normal = { kind: "any" };
const STRING: Normal = { kind: "string" };
const NUMBER: Normal = { kind: "number", integer: false };

/** What the two sides tell each other of themselves. */
const INFO = object({ name: STRING, version: STRING });

/** What answers a request for suggestions. */
const COMPLETION = object({
  completion: object(
    { values: arrayOf(STRING) },
    { total: NUMBER, hasMore: { kind: "boolean" } },
  ),
});

/** The type of the argument that names a program and its version. */
export function infoType(model: ProtocolModel): string {
  const named = exportsType(model, "Implementation");
  return named && fits(model, reference("Implementation"), INFO)
    ? "Implementation"
    : "{ name: string; version: string }";
}

/** Whether the result of a request has an array of that name. */
export function holdsList(
  model: ProtocolModel,
  { result }: Method,
  name: string,
): boolean {
  const list = { [name]: arrayOf(ANY) };
  return result !== null && fits(model, result, object(list));
}

/** Whether the request can be answered with suggestions, which are strings. */
export function suggests(
  model: ProtocolModel,
  { params, result }: Method,
): boolean {
  return (
    params !== null &&
    result !== null &&
    fits(model, params, object({ ref: object({}) })) &&
    fits(model, result, COMPLETION)
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

function fits(model: ProtocolModel, own: TypeNode, wanted: Normal): boolean {
  const normals = normalsOf(model);
  const type = normals.normal(normals.shapes.of(own));
  return isSubtype(type, wanted, { from: normals, to: normals });
}

function arrayOf(element: Normal): Normal {
  return { kind: "array", element };
}

function object(
  required: Readonly<Record<string, Normal>>,
  optional: Readonly<Record<string, Normal>> = {},
): Normal {
  const properties = Object.entries({ ...required, ...optional }).map(
    ([name, type]) => ({ name, type, required: name in required }),
  );
  return { kind: "object", properties, index: null };
}
