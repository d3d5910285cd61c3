/**
 * Types as the schema writes them: a discriminated union on `kind`, each kind
 * with what it looks like in TypeScript, and what lies inside types.
 */

/** 1-based place of a node's first character. */
export interface Position {
  /** @minimum 1 */
  readonly line: number;
  /** @minimum 1 */
  readonly column: number;
}

/** A doc comment, whole: it travels as one object so that nothing is lost. */
export interface Doc {
  /** Prose before the first tag: Markdown, LF, no comment marks, trimmed. */
  readonly text: string;
  /** All tags in source order, prose tags included. */
  readonly tags: readonly DocTag[];
  /** Text of `@deprecated` (may be empty), or null when it is not deprecated. */
  readonly deprecated: string | null;
  /**
   * Revision in which it came to what it is in (to the protocol, or to its
   * declaration); null when it is as old as that, or nothing is known.
   */
  readonly since: string | null;
}

/** `@minimum 0` is `{ name: 'minimum', text: '0' }`. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

/** A member of an object type. */
export type Member = PropertyMember | IndexMember;

/** `readonly cursor?: Cursor;` */
export interface PropertyMember {
  readonly kind: "property";
  readonly name: string;
  readonly optional: boolean;
  readonly readonly: boolean;
  readonly type: TypeNode;
  readonly doc: Doc;
  readonly position: Position;
}

/** `[key: string]: unknown;` */
export interface IndexMember {
  readonly kind: "index";
  /** Name of the key, which says nothing to a machine: `key`. */
  readonly parameter: string;
  readonly readonly: boolean;
  readonly type: TypeNode;
  readonly doc: Doc;
  readonly position: Position;
}

/**
 * A value that JSON holds and TypeScript has as a type.
 *
 * @TJS-type number
 */
export type LiteralValue = string | number | boolean | null;

/** A type that is a keyword. */
export type PrimitiveName =
  | "string"
  | "number"
  | "boolean"
  | "undefined"
  | "unknown"
  | "any"
  | "never"
  | "object";

/** A type as it is written; `kind` tells which. */
export type TypeNode =
  | PrimitiveType
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

/** `string` */
export interface PrimitiveType {
  readonly kind: "primitive";
  readonly name: PrimitiveName;
}

/** `"text"`, `-32700`, `true`, `null` */
export interface LiteralType {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

/** `typeof JSONRPC_VERSION`: the value of the constant of that name. */
export interface ConstantType {
  readonly kind: "constant";
  readonly name: string;
}

/** `Tool` */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
}

/** `Tool[]`, `Array<Tool>` */
export interface ArrayType {
  readonly kind: "array";
  readonly element: TypeNode;
}

/** `Record<string, unknown>` */
export interface RecordType {
  readonly kind: "record";
  readonly key: TypeNode;
  readonly value: TypeNode;
}

/** `{ name: string; [key: string]: unknown }` */
export interface ObjectType {
  readonly kind: "object";
  readonly members: readonly Member[];
}

/** `TextContent | ImageContent` */
export interface UnionType {
  readonly kind: "union";
  readonly types: readonly TypeNode[];
}

/** `Error & { code: typeof PARSE_ERROR }` */
export interface IntersectionType {
  readonly kind: "intersection";
  readonly types: readonly TypeNode[];
}

/** `Omit<JSONRPCErrorResponse, "error">` */
export interface OmitType {
  readonly kind: "omit";
  readonly type: TypeNode;
  readonly keys: readonly string[];
}

/** `Partial<Tool>` */
export interface PartialType {
  readonly kind: "partial";
  readonly type: TypeNode;
}

/** `NonNullable<Cursor>` */
export interface NonNullableType {
  readonly kind: "nonNullable";
  readonly type: TypeNode;
}
