/**
 * Nodes for the types in a schema, as a discriminated union on `kind`. The
 * comment of each kind shows an example in TypeScript.
 */

/**
 * Position of the first character of a node in its file. Lines and columns
 * start at 1.
 */
export interface Position {
  /** @minimum 1 */
  readonly line: number;
  /** @minimum 1 */
  readonly column: number;
}

/**
 * Doc comment with its text and tags, and with values that are derived from the
 * tags.
 */
export interface Doc {
  /**
   * Prose before the first tag: Markdown with LF line ends, trimmed, without
   * comment markers.
   */
  readonly text: string;
  /** All tags in source order, including tags that hold prose. */
  readonly tags: readonly DocTag[];
  /**
   * Text of `@deprecated`, which may be empty. Null if the doc comment has no
   * such tag.
   */
  readonly deprecated: string | null;
  /**
   * First revision that has this member or declaration. Null if the revision is
   * unknown. Also null for a member if its parent first appeared in the same
   * revision.
   */
  readonly since: string | null;
}

/**
 * Tag of a doc comment. For example, `@minimum 0` is `{ name: 'minimum', text:
 * '0' }`.
 */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

/** Member of an object type. */
export type Member = PropertyMember | IndexMember;

/** Property, such as `readonly cursor?: Cursor;`. */
export interface PropertyMember {
  readonly kind: "property";
  readonly name: string;
  readonly optional: boolean;
  readonly readonly: boolean;
  readonly type: TypeNode;
  readonly doc: Doc;
  readonly position: Position;
}

/** Index signature, such as `[key: string]: unknown;`. */
export interface IndexMember {
  readonly kind: "index";
  /**
   * Name of the key parameter, such as `key` in `[key: string]`. The name has
   * no effect on values.
   */
  readonly parameter: string;
  readonly readonly: boolean;
  readonly type: TypeNode;
  readonly doc: Doc;
  readonly position: Position;
}

/**
 * Value of a literal type.
 *
 * @TJS-type number
 */
export type LiteralValue = string | number | boolean | null;

/**
 * Name of a type that is a TypeScript keyword, such as `string`. The keyword
 * `number` is a `NumberType`.
 */
export type PrimitiveName =
  "string" | "boolean" | "undefined" | "unknown" | "any" | "never" | "object";

/** Type that a schema contains, discriminated by `kind`. */
export type TypeNode =
  | PrimitiveType
  | NumberType
  | LiteralType
  | ConstantType
  | ReferenceType
  | ArrayType
  | RecordType
  | ObjectType
  | UnionType
  | IntersectionType
  | OmitType
  | PartialType
  | NonNullableType;

/** Primitive, such as `string`. */
export interface PrimitiveType {
  readonly kind: "primitive";
  readonly name: PrimitiveName;
  /** Limits of a string, in a resolved model. Absent without limits. */
  readonly limits?: Limits;
}

/** `number`, and whether only integers are valid. */
export interface NumberType {
  readonly kind: "primitive";
  readonly name: "number";
  /**
   * Whether only integers are valid. The tags of the schema determine this,
   * except at places where the schema is known to lack a tag.
   */
  readonly integer: boolean;
  /** Limits of the number, in a resolved model. Absent without limits. */
  readonly limits?: Limits;
}

/**
 * Limits that apply to a value. In a resolved model, the tags of doc comments,
 * such as `@minimum 0`, are also written as limits.
 */
export interface Limits {
  /** @TJS-type number */
  readonly minimum?: number;
  /** @TJS-type number */
  readonly maximum?: number;
  /** Minimum number of code points of a string. */
  readonly minLength?: number;
  /** Maximum number of code points of a string. */
  readonly maxLength?: number;
  /**
   * Regular expressions (ECMA-262, flag `u`) that must match somewhere in the
   * string.
   */
  readonly patterns?: readonly string[];
  /** Format of a string, such as `uri`. A format does not affect validity. */
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Literal, such as `"text"`, `-32700`, `true` or `null`. */
export interface LiteralType {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

/** Type of a constant's value, such as `typeof JSONRPC_VERSION`. */
export interface ConstantType {
  readonly kind: "constant";
  readonly name: string;
}

/** Reference to a declaration, such as `Tool`. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
}

/** Array, such as `Tool[]` or `Array<Tool>`. */
export interface ArrayType {
  readonly kind: "array";
  readonly element: TypeNode;
  /** Limits of the array, in a resolved model. Absent without limits. */
  readonly limits?: Limits;
}

/** Record, such as `Record<string, unknown>`. */
export interface RecordType {
  readonly kind: "record";
  readonly key: TypeNode;
  readonly value: TypeNode;
}

/** Object type, such as `{ name: string; [key: string]: unknown }`. */
export interface ObjectType {
  readonly kind: "object";
  /**
   * Unique name for a type that the schema does not name, such as
   * `ToolInputSchema` for `Tool.inputSchema`. Equal names mean equal types. In
   * the output of the command `model`, each object type with a property has a
   * name.
   */
  readonly typeName?: string;
  readonly members: readonly Member[];
}

/** Union, such as `TextContent | ImageContent`. */
export interface UnionType {
  readonly kind: "union";
  readonly types: readonly TypeNode[];
  /**
   * Member that selects an object type of the union. Present only in the output
   * of the command `model`, and only if the union has such a member.
   */
  readonly discriminant?: Discriminant;
  /**
   * Required members that select an object type by their presence. Absent if
   * the union has a discriminant, or if a type has no such member.
   */
  readonly presence?: readonly Presence[];
}

/**
 * Member whose string value selects a type of a union, such as `type` in
 * `TextContent | ImageContent`.
 */
export interface Discriminant {
  readonly key: string;
  readonly branches: readonly Branch[];
  /**
   * Type in the union to which an object without the discriminant belongs. Null
   * if every type in the union requires the discriminant.
   */
  readonly absent: TypeNode | null;
}

/** Value of the discriminant, and the type of the objects with that value. */
export interface Branch {
  readonly value: string;
  readonly type: TypeNode;
}

/**
 * Type in a union, and a required member that no other type of the union
 * declares.
 */
export interface Presence {
  readonly key: string;
  readonly type: TypeNode;
}

/** Intersection, such as `Error & { code: typeof PARSE_ERROR }`. */
export interface IntersectionType {
  readonly kind: "intersection";
  readonly types: readonly TypeNode[];
}

/** `Omit` type, such as `Omit<JSONRPCErrorResponse, "error">`. */
export interface OmitType {
  readonly kind: "omit";
  readonly type: TypeNode;
  readonly keys: readonly string[];
}

/** `Partial` type, such as `Partial<Tool>`. */
export interface PartialType {
  readonly kind: "partial";
  readonly type: TypeNode;
}

/** `NonNullable` type, such as `NonNullable<Cursor>`. */
export interface NonNullableType {
  readonly kind: "nonNullable";
  readonly type: TypeNode;
}
