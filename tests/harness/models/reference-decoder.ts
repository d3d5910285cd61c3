/**
 * Decoder that knows the protocol only from the output of `mcp-codegen model
 * --resolved`, like a decoder in another language. Tests add faults to the
 * decoder, to prove that the corpus of test cases detects each fault.
 */
import type {
  Limits,
  ObjectType,
  PrintedModel,
  TypeNode,
  UnionType,
} from "../../../generator/model/types.js";
import type { Fault } from "./decoder-faults.js";

type Side = "client" | "server";
type Values = Readonly<Record<string, unknown>>;

/** Thrown for an invalid value. */
class Refused {}

/** Creates a decoder of the types and messages of a resolved model. */
export function createReferenceDecoder(model: PrintedModel, fault?: Fault) {
  const declared = new Map(
    model.declarations.map((declaration) => [declaration.name, declaration]),
  );
  return {
    /** Returns the decoded value, or null if the value is invalid. */
    type: (name: string, value: unknown) => attempt(() => named(name, value)),
    /** Returns the decoded message of a side, or null if it is invalid. */
    message: (sender: Side, value: unknown) =>
      attempt(() => message(sender, value)),
  };

  function message(sender: Side, value: unknown): unknown {
    const { jsonrpc, id, method: name } = asObject(value);
    const method = model.methods.find(
      (one) =>
        one.method === name &&
        !one.embedded &&
        (fault === "ignores the direction" ||
          one.sender === "either" ||
          one.sender === sender),
    );
    const envelope = model.messages.find(
      (one) => one.declaration === method?.declaration && !one.embedded,
    );
    if (!method || !envelope) throw new Refused();
    if (jsonrpc !== envelope.jsonrpc && fault !== "ignores jsonrpc")
      throw new Refused();
    if (envelope.id === "required")
      check(
        typeof id === "string" || Number.isInteger(id),
        "accepts any request id",
      );
    else check(id === undefined, "accepts a notification with an id");
    return named(method.declaration, {
      ...asObject(value),
      ...(fault === "ignores jsonrpc" && { jsonrpc: envelope.jsonrpc }),
      ...(fault === "accepts any request id" && { id: 1 }),
    });
  }

  function named(name: string, value: unknown): unknown {
    const found = declared.get(name);
    if (found?.kind === "alias") return decode(found.type, value);
    if (found?.kind !== "interface") throw new Error(`No type ${name}`);
    return object({ kind: "object", members: found.members }, value);
  }

  function decode(type: TypeNode, value: unknown): unknown {
    switch (type.kind) {
      case "reference":
        return named(type.name, value);
      case "object":
        return object(type, value);
      case "union":
        return union(type, value);
      case "array":
        if (!Array.isArray(value)) throw new Refused();
        if (fault === "refuses empty arrays" && value.length === 0)
          throw new Refused();
        within(value.length, type.limits?.minItems, type.limits?.maxItems);
        return value.map((item) => decode(type.element, item));
      case "literal":
        check(
          value === type.value || typeof value !== typeof type.value,
          "accepts any literal of the same type",
        );
        if (typeof value !== typeof type.value) throw new Refused();
        return value;
      case "primitive":
        if (type.name === "number") return number(type, value);
        if (type.name === "unknown") return value;
        if (type.name === "string") return text(type.limits, value);
        if (typeof value !== type.name) throw new Refused();
        return value;
      default:
        throw new Error(`A resolved model has no ${type.kind}`);
    }
  }

  function text(limits: Limits | undefined, value: unknown): unknown {
    const primitive = typeof value !== "object";
    if (typeof value !== "string") {
      check(!primitive, "accepts any primitive for a string");
      if (!primitive) throw new Refused();
      return value;
    }
    const { minLength, maxLength, patterns = [] } = limits ?? {};
    within([...value].length, minLength, maxLength);
    for (const pattern of patterns)
      check(new RegExp(pattern, "u").test(value), "ignores limits");
    return value;
  }

  function number(
    {
      integer,
      limits,
    }: { readonly integer: boolean; readonly limits?: Limits },
    value: unknown,
  ): unknown {
    if (typeof value !== "number") throw new Refused();
    const whole = Number.isInteger(value);
    if (integer) check(whole, "accepts fractions as integers");
    if (fault === "refuses all fractions" && !whole) throw new Refused();
    if (
      fault === "stores integers in 32 bits" &&
      integer &&
      value !== (value | 0)
    )
      throw new Refused();
    if (
      fault === "stores integers in 53 bits" &&
      integer &&
      !Number.isSafeInteger(value)
    )
      throw new Refused();
    within(value, limits?.minimum, limits?.maximum);
    return value;
  }

  function within(value: number, least = -Infinity, most = Infinity): void {
    check(value >= least && value <= most, "ignores limits");
    if (
      fault === "excludes the limit itself" &&
      (value === least || value === most)
    )
      throw new Refused();
  }

  function union(type: UnionType, value: unknown): unknown {
    const { types, discriminant } = type;
    const options =
      discriminant && fault !== "ignores the discriminant" && isObject(value)
        ? [
            ...branch(discriminant, value),
            ...types.filter((part) => !isObjectType(part)),
          ]
        : types;
    const known =
      fault === "knows only the first type of a union"
        ? types.slice(0, 1)
        : fault === "forgets the last type of a union"
          ? options.filter((part) => !same(part, types.at(-1)))
          : options;
    const ignored =
      fault === "ignores the discriminant" ? discriminant?.key : undefined;
    for (const part of known) {
      const found = attempt(() => decodePart(part, value, ignored));
      if (found) return found.value;
    }
    throw new Refused();
  }

  function branch(
    { key, branches, absent }: NonNullable<UnionType["discriminant"]>,
    value: Values,
  ): readonly TypeNode[] {
    if (!Object.hasOwn(value, key)) return absent ? [absent] : [];
    return branches
      .filter((one) => one.value === value[key])
      .map((b) => b.type);
  }

  /**
   * Decodes a value as one type of a union. Does not check the member with the
   * key `ignored`, which is set only for the fault "ignores the discriminant".
   */
  function decodePart(
    part: TypeNode,
    value: unknown,
    ignored: string | undefined,
  ): unknown {
    const members = ignored === undefined ? null : getObject(part)?.members;
    return members
      ? object(
          {
            kind: "object",
            members: members.filter(
              (member) => member.kind === "index" || member.name !== ignored,
            ),
          },
          value,
        )
      : decode(part, value);
  }

  function isObjectType(type: TypeNode): boolean {
    return getObject(type) !== null;
  }

  function getObject(type: TypeNode): ObjectType | null {
    if (type.kind === "object") return type;
    if (type.kind !== "reference") return null;
    const found = declared.get(type.name);
    if (found?.kind === "interface")
      return { kind: "object", members: found.members };
    return found?.kind === "alias" ? getObject(found.type) : null;
  }

  function object({ members }: ObjectType, value: unknown): unknown {
    const given = asObject(value);
    const decoded: [string, unknown][] = [];
    const known = new Set<string>();
    const index = members.find((member) => member.kind === "index");
    for (const member of members) {
      if (member.kind === "index") continue;
      const key = findKey(given, member.name);
      if (key !== undefined) known.add(key);
      const own = key === undefined ? undefined : given[key];
      const missing =
        own === undefined ||
        (own === null && fault === "treats null as a missing member");
      if (missing) check(member.optional, "ignores missing members");
      else decoded.push([member.name, decode(member.type, own)]);
    }
    for (const [key, own] of Object.entries(given)) {
      if (known.has(key)) continue;
      if (fault === "refuses unknown keys") throw new Refused();
      if (index && fault !== "ignores index signatures")
        decoded.push([key, decode(index.type, own)]);
      else if (fault !== "drops unknown keys") decoded.push([key, own]);
    }
    return Object.fromEntries(decoded);
  }

  function findKey(given: Values, name: string): string | undefined {
    if (fault !== "ignores the case of keys")
      return Object.hasOwn(given, name) ? name : undefined;
    return Object.keys(given).findLast(
      (key) => key.toLowerCase() === name.toLowerCase(),
    );
  }

  function asObject(value: unknown): Values {
    if (Array.isArray(value) && fault === "accepts arrays as objects")
      return { ...(value as unknown as Values) };
    if (!isObject(value)) throw new Refused();
    return value;
  }

  /**
   * Refuses the value if the condition does not hold. If the decoder has the
   * fault `broken`, it skips this check.
   */
  function check(holds: boolean, broken: Fault): void {
    if (!holds && fault !== broken) throw new Refused();
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function same(a: TypeNode, b: TypeNode | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns an object with the result of `decode`, or null if the value was
 * refused.
 */
function attempt(decode: () => unknown): { readonly value: unknown } | null {
  try {
    return { value: decode() };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
