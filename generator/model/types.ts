/**
 * The protocol model: what a `schema.ts` says, as one immutable value.
 *
 * Every stage after parsing works on this and nothing else. It is printed by
 * `mcp-codegen model` as JSON, so it holds plain data only: no functions, no
 * `undefined` members that matter, no cycles (references go by name).
 */

/** Version of this model's own shape; raised when a reader would break. */
export const MODEL_VERSION = 1;

/** One revision of the protocol, or one arbitrary schema file. */
export interface ProtocolModel {
  readonly modelVersion: typeof MODEL_VERSION;
  /** `LATEST_PROTOCOL_VERSION`, or what the user passed in its place. */
  readonly protocolVersion: string | null;
  readonly source: Source;
  /** Merged and in source order: one entry a name. */
  readonly declarations: readonly Declaration[];
  /** In the order of the unions that hold them, without repetition. */
  readonly methods: readonly Method[];
}

/** Where the model came from. */
export interface Source {
  /** Known revision (`2025-06-18`, `draft`), or null for a file of the user's. */
  readonly revision: string | null;
  /** Path as shown to people: relative to the package or as the user gave it. */
  readonly file: string;
  /** Upstream's commit that the revision is pinned to, when it is known. */
  readonly commit: string | null;
  /** sha256 (hex) of the text without BOM and with LF line ends. */
  readonly sha256: string;
}

/** 1-based place of a node's first character. */
export interface Position {
  readonly line: number;
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
}

/** `@minimum 0` is `{ name: 'minimum', text: '0' }`. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

interface Declared {
  readonly name: string;
  readonly exported: boolean;
  readonly doc: Doc;
  readonly position: Position;
}

export type Declaration =
  InterfaceDeclaration | AliasDeclaration | ConstantDeclaration;

/** `export interface Tool extends BaseMetadata { inputSchema: … }` */
export interface InterfaceDeclaration extends Declared {
  readonly kind: "interface";
  readonly typeParameters: readonly TypeParameter[];
  /** References, and `Omit<…>`, `Pick<…>`, `Partial<…>`, … of references. */
  readonly extends: readonly TypeNode[];
  readonly members: readonly Member[];
}

/** `export type RequestId = string | number;` */
export interface AliasDeclaration extends Declared {
  readonly kind: "alias";
  readonly typeParameters: readonly TypeParameter[];
  readonly type: TypeNode;
}

/** `export const PARSE_ERROR = -32700;` */
export interface ConstantDeclaration extends Declared {
  readonly kind: "constant";
  readonly value: LiteralValue;
}

/** `<T extends object = {}>` */
export interface TypeParameter {
  readonly name: string;
  readonly constraint: TypeNode | null;
  readonly default: TypeNode | null;
}

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
  readonly parameter: string;
  readonly key: TypeNode;
  readonly readonly: boolean;
  readonly type: TypeNode;
  readonly doc: Doc;
  readonly position: Position;
}

export type LiteralValue = string | number | boolean | null;

export type PrimitiveName =
  | "string"
  | "number"
  | "boolean"
  | "undefined"
  | "unknown"
  | "any"
  | "never"
  | "object";

/** Utility types over one object type; `keys` only for `omit` and `pick`. */
export type TypeNode =
  /** `string` */
  | { readonly kind: "primitive"; readonly name: PrimitiveName }
  /** `"text"`, `-32700`, `true`, `null` */
  | { readonly kind: "literal"; readonly value: LiteralValue }
  /** `typeof JSONRPC_VERSION` */
  | { readonly kind: "constant"; readonly name: string }
  /** `Tool`, `NonEmptyArray<Tool>`, or a type parameter in scope */
  | {
      readonly kind: "reference";
      readonly name: string;
      readonly arguments: readonly TypeNode[];
    }
  /** `Tool[]`, `Array<Tool>`, `readonly Tool[]` */
  | {
      readonly kind: "array";
      readonly element: TypeNode;
      readonly readonly: boolean;
    }
  /** `[first: string, second?: number, ...rest: boolean[]]` */
  | {
      readonly kind: "tuple";
      readonly elements: readonly TupleElement[];
      readonly readonly: boolean;
    }
  /** `Record<string, unknown>` */
  | {
      readonly kind: "record";
      readonly key: TypeNode;
      readonly value: TypeNode;
    }
  /** `{ name: string; [key: string]: unknown }` */
  | { readonly kind: "object"; readonly members: readonly Member[] }
  /** `TextContent | ImageContent` */
  | { readonly kind: "union"; readonly types: readonly TypeNode[] }
  /** `Error & { code: typeof PARSE_ERROR }` */
  | { readonly kind: "intersection"; readonly types: readonly TypeNode[] }
  /** `Omit<JSONRPCErrorResponse, "error">` */
  | {
      readonly kind: "omit";
      readonly type: TypeNode;
      readonly keys: readonly string[];
    }
  /** `Pick<Tool, "name" | "title">` */
  | {
      readonly kind: "pick";
      readonly type: TypeNode;
      readonly keys: readonly string[];
    }
  /** `Partial<Tool>` */
  | { readonly kind: "partial"; readonly type: TypeNode }
  /** `Required<Tool>` */
  | { readonly kind: "required"; readonly type: TypeNode }
  /** `Readonly<Tool>` */
  | { readonly kind: "readonly"; readonly type: TypeNode }
  /** `NonNullable<Request["params"]>` */
  | { readonly kind: "nonNullable"; readonly type: TypeNode }
  /** `Exclude<Role, "user">` */
  | {
      readonly kind: "exclude";
      readonly type: TypeNode;
      readonly excluded: TypeNode;
    }
  /** `Extract<Role, "user">` */
  | {
      readonly kind: "extract";
      readonly type: TypeNode;
      readonly extracted: TypeNode;
    }
  /** `Request["params"]` */
  | {
      readonly kind: "indexed";
      readonly object: TypeNode;
      readonly index: TypeNode;
    }
  /** `keyof Tool` */
  | { readonly kind: "keyof"; readonly type: TypeNode }
  /** `` `data:${string};base64,${string}` `` */
  | {
      readonly kind: "template";
      readonly head: string;
      readonly spans: readonly TemplateSpan[];
    };

export type TypeKind = TypeNode["kind"];

/** `name?: string`, `...rest: string[]` inside a tuple; `name` may be null. */
export interface TupleElement {
  readonly name: string | null;
  readonly optional: boolean;
  readonly rest: boolean;
  readonly type: TypeNode;
}

/** `${type}text` after a template's head. */
export interface TemplateSpan {
  readonly type: TypeNode;
  readonly text: string;
}

/** Who sends a message on the wire. */
export type Sender = "client" | "server" | "either";

/**
 * One wire method as one declaration defines it. A method that two
 * declarations define (one for each direction) is two entries.
 */
export interface Method {
  /** `tools/call` */
  readonly method: string;
  readonly kind: "request" | "notification";
  readonly sender: Sender;
  /** True when it travels inside a result (`InputRequest`), not by itself. */
  readonly embedded: boolean;
  /** Name of the declaration: `CallToolRequest`. */
  readonly declaration: string;
  /** Type of `params` as declared or inherited; null when there is none. */
  readonly params: TypeNode | null;
  /** True when a message without `params` is legal. */
  readonly paramsOptional: boolean;
  /** Type of the result that ends the request; null for notifications. */
  readonly result: TypeNode | null;
  /**
   * Type of the result when the params ask for a task (`params.task`), where
   * the revision has that; else null.
   */
  readonly taskResult: TypeNode | null;
  /** True when the answer may be `InputRequiredResult`, to be retried. */
  readonly inputRequired: boolean;
  /**
   * Dotted path that must have been declared for the method to be used
   * (`resources.subscribe`): by the receiver of a request, by the sender of a
   * notification. Null when none is needed.
   */
  readonly capability: string | null;
  /** First revision that has the method, when it is known. */
  readonly since: string | null;
  readonly deprecated: string | null;
}
