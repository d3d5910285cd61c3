/**
 * Creates `schema/config.schema.json`: the JSON Schema of the configuration
 * file, from the type `Config` and the comments of its members.
 */
import { join } from "node:path";
import { format } from "prettier";
import { Project, type Symbol as TypeSymbol, type Type } from "ts-morph";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the text of `schema/config.schema.json`. */
export async function configSchemaText(): Promise<string> {
  const project = new Project({
    tsConfigFilePath: join(PACKAGE_ROOT, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
    compilerOptions: { types: [] },
  });
  const file = project.addSourceFileAtPath(
    join(PACKAGE_ROOT, "generator/config/define.ts"),
  );
  const { properties, ...rest } = toSchema(
    file.getInterfaceOrThrow("Config").getType(),
  ) as { readonly properties: object };
  const document = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of mcp-codegen",
    ...rest,
    properties: { $schema: { type: "string" }, ...properties },
    not: { required: ["rev", "schema"] },
  };
  return format(JSON.stringify(document), { parser: "json" });
}

function toSchema(type: Type): JsonSchema {
  if (type.isUnion()) return toUnion(type.getUnionTypes());
  if (type.isString()) return { type: "string" };
  if (type.isLiteral()) return { const: literalValue(type) };
  if (type.isNull()) return { type: "null" };
  if (type.isArray() || type.isReadonlyArray())
    return {
      type: "array",
      items: toSchema(type.getArrayElementTypeOrThrow()),
    };
  const values = type.getStringIndexType();
  if (values) return { type: "object", additionalProperties: toSchema(values) };
  if (type.isObject() || type.isIntersection()) return toObject(type);
  throw new Error(
    `The configuration has a member of the type ${type.getText()}`,
  );
}

/** Returns the schema of a union type. Leaves out the member `undefined`. */
function toUnion(all: readonly Type[]): JsonSchema {
  const types = all.filter((type) => !type.isUndefined());
  const [only] = types;
  if (only && types.length === 1) return toSchema(only);
  if (types.every((type) => type.isLiteral()))
    return { enum: types.map(literalValue) };
  return { anyOf: types.map(toSchema) };
}

function literalValue(type: Type): unknown {
  return type.isBooleanLiteral()
    ? type.getText() === "true"
    : type.getLiteralValue();
}

function toObject(type: Type): JsonSchema {
  const members = type.getProperties();
  const required = members.filter((member) => !member.isOptional());
  return {
    type: "object",
    ...(required.length > 0 && {
      required: required.map((member) => member.getName()),
    }),
    properties: Object.fromEntries(
      members.map((member) => [member.getName(), toMember(member)]),
    ),
    additionalProperties: false,
  };
}

function toMember(member: TypeSymbol): JsonSchema {
  const declaration = member.getDeclarations()[0];
  if (!declaration) throw new Error(`${member.getName()} has no declaration`);
  const minLength = member
    .getJsDocTags()
    .find((tag) => tag.getName() === "minLength")
    ?.getText()[0]?.text;
  const schema = {
    ...toSchema(member.getTypeAtLocation(declaration)),
    ...(minLength !== undefined && { minLength: Number(minLength) }),
  };
  const doc = member.compilerSymbol
    .getDocumentationComment(undefined)
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ");
  return doc === "" ? schema : { description: doc, ...schema };
}
