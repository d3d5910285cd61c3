// Writes the Go types of a resolved model, with a decoder for each type.
import {
  comment,
  quote,
  takenNames,
  toPascalCase,
  uniqueName,
} from "./names.mjs";
import {
  literalDecoder,
  literalType,
  literalUnion,
  MAX_INT,
  primitive,
  primitiveDecoder,
} from "./primitives.mjs";
import { structText } from "./structs.mjs";
import { unionBody } from "./unions.mjs";

/**
 * Returns functions that write Go types:
 *
 * - `go(type, path)` returns the Go type for a type of the model. An inline
 *   type without a name is named after its path.
 * - `decoder(type, path)` returns a Go expression for the decoder of the type.
 * - `texts()` returns the text of all types.
 */
export function createTypes(model) {
  const declared = new Map(model.declarations.map((d) => [d.name, d]));
  const taken = takenNames();
  const names = new Map();
  for (const { name } of model.declarations)
    names.set(name, uniqueName(toPascalCase(name), taken));
  const inline = new Map();
  const marks = new Map();
  const texts = [];
  const pending = [];
  return { go, decoder, texts: writeAll, names, declared };

  function writeAll() {
    for (const declaration of model.declarations) writeDeclaration(declaration);
    for (let next = pending.shift(); next; next = pending.shift()) next();
    for (const [name, unions] of marks)
      for (const union of unions)
        texts.push(`func (*${name}) is${union}() {}\n`);
    texts.push(writeDecode());
    return texts;
  }

  function writeDeclaration(declaration) {
    const { kind, name, doc } = declaration;
    const own = names.get(name);
    if (kind === "constant") {
      texts.push(
        `${comment(doc)}const ${own} = ${JSON.stringify(declaration.value)}\n`,
      );
      return;
    }
    const type = resolve(declaration);
    if (isStruct(type)) writeStruct(own, type, doc);
    else if (type.kind === "union") writeUnion(own, type, doc);
    else {
      texts.push(`${comment(doc)}type ${own} = ${go(type, own)}\n`);
      writeDecoder(own, own, `return ${decoder(type, own)}(d, v)`);
    }
  }

  /** Returns the type of a declaration. */
  function resolve(declaration) {
    return declaration.kind === "interface"
      ? { kind: "object", members: declaration.members }
      : declaration.type;
  }

  /** Returns whether an object type becomes a struct instead of a map. */
  function isStruct(type) {
    return (
      type.kind === "object" &&
      type.members.some((member) => member.kind === "property")
    );
  }

  /** Follows references, and returns the declared type with its Go name. */
  function follow(type) {
    if (type.kind !== "reference") return { type, name: null };
    const declaration = declared.get(type.name);
    const target = resolve(declaration);
    return target.kind === "reference"
      ? follow(target)
      : { type: target, name: names.get(type.name) };
  }

  function go(type, path) {
    switch (type.kind) {
      case "primitive":
        return primitive(type);
      case "literal":
        return literalType(type.value);
      case "reference":
        return isStruct(follow(type).type)
          ? `*${follow(type).name}`
          : names.get(type.name);
      case "array":
        return `[]${go(type.element, `${path}Item`)}`;
      case "object":
        return isStruct(type)
          ? `*${inlineName(type)}`
          : `map[string]${go(indexType(type), `${path}Value`)}`;
      case "union": {
        const literals = literalUnion(type);
        if (literals) return literalType(literals[0]);
        return inlineUnion(type, path);
      }
      default:
        throw new Error(`Unknown kind of type: ${type.kind}`);
    }
  }

  function indexType({ members }) {
    return members[0]?.type ?? { kind: "primitive", name: "unknown" };
  }

  /**
   * Returns the Go name of an inline struct. Writes the struct once, even if
   * the model uses it several times.
   */
  function inlineName(type) {
    const known = inline.get(type.typeName);
    if (known) return known;
    const name = uniqueName(toPascalCase(type.typeName), taken);
    inline.set(type.typeName, name);
    pending.push(() => writeStruct(name, type));
    return name;
  }

  /** Returns the name of an inline union. Equal unions share one Go type. */
  function inlineUnion(type, path) {
    const key = JSON.stringify(type);
    const known = inline.get(key);
    if (known) return known;
    const name = uniqueName(`${path}Union`, taken);
    inline.set(key, name);
    pending.push(() => writeUnion(name, type));
    return name;
  }

  function decoder(type, path) {
    switch (type.kind) {
      case "primitive":
        return primitiveDecoder(type);
      case "literal":
        return literalDecoder([type.value]);
      case "reference":
        return `decode${names.get(type.name)}`;
      case "array": {
        const { minItems = 0, maxItems = MAX_INT } = type.limits ?? {};
        return `list(${decoder(type.element, `${path}Item`)}, ${minItems}, ${maxItems})`;
      }
      case "object":
        return isStruct(type)
          ? `decode${inlineName(type)}`
          : `dict(${decoder(indexType(type), `${path}Value`)})`;
      case "union": {
        const literals = literalUnion(type);
        return literals
          ? literalDecoder(literals)
          : `decode${inlineUnion(type, path)}`;
      }
    }
    throw new Error(`Unknown kind of type: ${type.kind}`);
  }

  function writeDecoder(name, result, body) {
    texts.push(
      `func decode${name}(d *decoder, v any) ${result} {\n\t${body}\n}\n`,
    );
  }

  function writeStruct(name, type, doc) {
    texts.push(structText(name, type, doc, { go, decoder, hasNil }));
  }

  /**
   * Returns whether nil represents a missing member. Returns false for a type
   * that allows null: a pointer then distinguishes null from a missing member.
   */
  function hasNil(type, made) {
    return (
      (made.startsWith("*") ||
        /^(?:\[|map)/.test(made) ||
        isPointerLike(type)) &&
      !allowsNull(type)
    );
  }

  function isPointerLike(type) {
    const target = follow(type).type;
    if (target.kind === "union") return !literalUnion(target);
    return ["array", "object"].includes(target.kind);
  }

  function allowsNull(type) {
    const target = follow(type).type;
    if (target.kind === "union") return target.types.some(allowsNull);
    if (target.kind === "literal") return target.value === null;
    return target.kind === "primitive" && target.name === "unknown";
  }

  /**
   * Writes the Go type of a union: the type of its literals if all are of one
   * Go type, an interface if all members are structs, and otherwise `any`.
   */
  function writeUnion(name, type, doc) {
    const literals = literalUnion(type);
    const structs = type.types.map((part) => structName(part));
    const sealed = !literals && structs.every((struct) => struct !== null);
    const result = literals ? literalType(literals[0]) : sealed ? name : "any";
    if (sealed) {
      texts.push(`${comment(doc)}type ${name} interface {\n\tis${name}()\n}\n`);
      for (const struct of structs)
        marks.set(struct, (marks.get(struct) ?? new Set()).add(name));
    } else texts.push(`${comment(doc)}type ${name} = ${result}\n`);
    writeDecoder(
      name,
      name,
      literals
        ? `return ${literalDecoder(literals)}(d, v)`
        : unionBody(type, name, name, { follow, decoder }).trim(),
    );
  }

  function structName(type) {
    const { type: target, name } = follow(type);
    if (!isStruct(target)) return null;
    return name ?? inlineName(target);
  }

  /**
   * Returns the text of the Go function `Decode`, which decodes a JSON text as
   * the declared type with a given name.
   */
  function writeDecode() {
    const cases = model.declarations
      .filter(({ kind }) => kind !== "constant")
      .map(
        ({ name }) =>
          `\tcase ${quote(name)}:\n\t\treturn decodeJSON(data, as[any](decode${names.get(name)}))\n`,
      );
    return `// Decode decodes a JSON text as the type with the given name. Structs are
// returned as pointers. The second result reports an unknown name or a problem.
func Decode(name string, data []byte) (any, error) {\n\tswitch name {\n${cases.join("")}\t}\n\treturn nil, &ValidationError{[]Problem{{"", "unknown type " + name}}}\n}\n`;
  }
}
