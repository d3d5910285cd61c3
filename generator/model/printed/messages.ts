import { reference } from "../build.js";
import { declarationsByName } from "../lookup.js";
import { getBases } from "../members/bases.js";
import { getMembers, type EffectiveMembers } from "../members/members.js";
import { getLiteral, type Declarations } from "../members/resolve.js";
import { namesIn } from "../walk.js";
import type { Declaration, Message, ProtocolModel } from "../types.js";

/**
 * Returns the names of the union `JSONRPCMessage` and of all types that are its
 * members.
 */
export function getEnvelopes(declarations: Declarations): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (name: string): void => {
    const declaration = declarations.get(name);
    if (!declaration || found.has(name)) return;
    found.add(name);
    if (declaration.kind === "alias")
      namesIn([declaration.type]).forEach(collect);
  };
  collect("JSONRPCMessage");
  return found;
}

/**
 * Returns the messages of a model: the messages of its methods, the types in
 * the union `JSONRPCMessage`, and types that extend one of these types.
 */
export function getMessages(model: ProtocolModel): Message[] {
  const declarations = declarationsByName(model);
  const envelopes = getEnvelopes(declarations);
  const sent = model.methods.map(({ declaration, kind, embedded }) =>
    createMessage(declaration, kind, embedded),
  );
  const known = new Set(sent.map(({ declaration }) => declaration));
  const others = model.declarations.filter(
    (declaration) =>
      !known.has(declaration.name) &&
      (envelopes.has(declaration.name) ||
        [...getBases(declaration, declarations)].some((base) =>
          envelopes.has(base),
        )),
  );
  return [
    ...new Map(
      sent.map((message) => [
        `${message.declaration} ${message.embedded}`,
        message,
      ]),
    ).values(),
    ...others.flatMap((declaration) => {
      const kind = getKind(declaration, membersOf(declaration.name));
      return kind ? [createMessage(declaration.name, kind, false)] : [];
    }),
  ];

  function membersOf(name: string): EffectiveMembers {
    return getMembers(declarations, reference(name)) ?? new Map();
  }

  function createMessage(
    declaration: string,
    kind: Message["kind"],
    embedded: boolean,
  ): Message {
    const members = membersOf(declaration);
    const bare = embedded || kind === "batch";
    const version = members.get("jsonrpc");
    const declared = version && getLiteral(declarations, version.type);
    const jsonrpc = bare ? null : String(declared ?? "2.0");
    const id = bare ? "absent" : getId(kind, members);
    const wanted = [
      ...(jsonrpc === null ? [] : ["jsonrpc"]),
      ...(id === "absent" ? [] : ["id"]),
    ];
    const added = wanted.filter((name) => !members.has(name));
    return { declaration, kind, embedded, jsonrpc, id, added };
  }
}

function getId(kind: Message["kind"], members: EffectiveMembers) {
  if (kind === "notification") return "absent";
  return members.get("id")?.optional ? "optional" : "required";
}

/**
 * Returns the kind of a JSON-RPC message. Returns null for a union of messages,
 * which is not a message itself.
 */
function getKind(
  declaration: Declaration,
  members: EffectiveMembers,
): Message["kind"] | null {
  if (declaration.kind === "alias" && declaration.type.kind === "array")
    return "batch";
  if (members.has("method"))
    return members.has("id") ? "request" : "notification";
  if (members.has("error")) return "error";
  return members.has("result") ? "result" : null;
}
