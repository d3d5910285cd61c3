// Go types and decoders of primitive types and literals.
import { quote } from "./names.mjs";

/** Go expression for "no maximum". */
export const MAX_INT = "math.MaxInt32";

/** Returns the Go type of a primitive type. */
export function primitive({ name, integer }) {
  const known = {
    string: "string",
    boolean: "bool",
    unknown: "any",
    never: "any",
  };
  if (name === "number") return integer ? "int64" : "float64";
  if (!known[name]) throw new Error(`Unknown primitive type: ${name}`);
  return known[name];
}

/** Returns the Go type of a literal. */
export function literalType(value) {
  if (value === null) return "any";
  if (typeof value === "number")
    return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "string" ? "string" : "bool";
}

/**
 * Returns the literal values of a union if all its members are literals with
 * the same Go type. Otherwise returns null.
 */
export function literalUnion({ types }) {
  if (!types.every(({ kind }) => kind === "literal")) return null;
  const values = types.map(({ value }) => value);
  const kinds = new Set(values.map(literalType));
  return kinds.size === 1 && !values.includes(null) ? values : null;
}

/** Returns a Go expression for the decoder of a primitive type. */
export function primitiveDecoder({ name, integer, limits = {} }) {
  const { minimum, maximum, minLength, maxLength, patterns = [] } = limits;
  if (name === "number") {
    const plain = integer ? "decodeInteger" : "decodeNumber";
    if (minimum === undefined && maximum === undefined) return plain;
    return `within(${plain}, ${minimum ?? "math.Inf(-1)"}, ${maximum ?? "math.Inf(1)"})`;
  }
  if (name !== "string")
    return {
      boolean: "decodeBool",
      unknown: "decodeAny",
      never: "decodeNever",
    }[name];
  if (
    minLength === undefined &&
    maxLength === undefined &&
    patterns.length === 0
  )
    return "decodeString";
  const list = patterns.map((pattern) => `, ${quote(pattern)}`).join("");
  return `text(${minLength ?? 0}, ${maxLength ?? MAX_INT}${list})`;
}

/**
 * Returns a Go expression for the decoder of literals that all have the same Go
 * type.
 */
export function literalDecoder(values) {
  const [first] = values;
  if (first === null) return "decodeNull";
  const plain = {
    string: "decodeString",
    bool: "decodeBool",
    int64: "decodeInteger",
    float64: "decodeNumber",
  };
  return `oneOf(${plain[literalType(first)]}, ${values.map((value) => JSON.stringify(value)).join(", ")})`;
}
