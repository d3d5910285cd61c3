/**
 * The protocol model: the content of a `schema.ts` as one immutable value.
 *
 * Every stage after parsing works on this model alone. `mcp-codegen model`
 * prints it as JSON, so it contains plain data only: no functions, no
 * meaningful `undefined` and no cycles. Declarations refer to each other by
 * name.
 */

import type {
  Doc,
  LiteralValue,
  Member,
  Position,
  TypeNode,
} from "./type-nodes.js";

export type * from "./type-nodes.js";

/** Version of the model's format. It increases when a change breaks readers. */
export const MODEL_VERSION = 2;

/** One revision of the protocol, or any schema file. */
export interface ProtocolModel {
  readonly modelVersion: typeof MODEL_VERSION;
  /**
   * Value of `LATEST_PROTOCOL_VERSION`, or the version that the user passed
   * instead.
   */
  readonly protocolVersion: string | null;
  readonly source: Source;
  /**
   * Declarations in source order. Interfaces of one name are merged into one
   * entry.
   */
  readonly declarations: readonly Declaration[];
  /** Methods in the order of the unions that list them, without duplicates. */
  readonly methods: readonly Method[];
  /** Extensions in this model, in order. Absent if there is none. */
  readonly extensions?: readonly Extension[];
}

/** Extension of the protocol with a separate schema. */
export interface Extension {
  /**
   * Key under which peers declare the extension in `extensions` of their
   * capabilities.
   */
  readonly identifier: string;
  /** Value of `LATEST_PROTOCOL_VERSION` in the extension's schema, or null. */
  readonly version: string | null;
  readonly source: Source;
}

/** Origin of the model. */
export interface Source {
  /**
   * Known revision, such as `2025-06-18` or `draft`. Null for a file of the
   * user.
   */
  readonly revision: string | null;
  /**
   * Path to show to people: relative to the package, or as the user wrote it.
   */
  readonly file: string;
  /**
   * Commit of upstream's repository to which the revision is pinned, if known.
   *
   * @pattern ^[0-9a-f]{40}$
   */
  readonly commit: string | null;
  /**
   * sha256 (hex) of the text without BOM and with LF line ends.
   *
   * @pattern ^[0-9a-f]{64}$
   */
  readonly sha256: string;
}

interface Declared {
  readonly name: string;
  readonly exported: boolean;
  readonly doc: Doc;
  /**
   * Position in the schema file, or in the file of the extension that declares
   * it.
   */
  readonly position: Position;
  /**
   * Identifier of the extension that has this declaration. Absent for
   * declarations of the revision.
   */
  readonly extension?: string;
}

/** Statement of the schema, discriminated by `kind`. */
export type Declaration =
  InterfaceDeclaration | AliasDeclaration | ConstantDeclaration;

/**
 * Interface, such as `export interface Tool extends BaseMetadata { inputSchema:
 * … }`.
 */
export interface InterfaceDeclaration extends Declared {
  readonly kind: "interface";
  /** Base types: references, or utility types such as `Omit<…>`. */
  readonly extends: readonly TypeNode[];
  readonly members: readonly Member[];
}

/** Alias, such as `export type RequestId = string | number;`. */
export interface AliasDeclaration extends Declared {
  readonly kind: "alias";
  readonly type: TypeNode;
}

/** Constant, such as `export const PARSE_ERROR = -32700;`. */
export interface ConstantDeclaration extends Declared {
  readonly kind: "constant";
  readonly value: LiteralValue;
}

/** Side that sends a message. */
export type Sender = "client" | "server" | "either";

/**
 * Wire method as one declaration defines it. A method that two declarations
 * define, one for each direction, has two entries.
 */
export interface Method {
  /** Name on the wire, such as `tools/call`. */
  readonly method: string;
  readonly kind: "request" | "notification";
  readonly sender: Sender;
  /**
   * True if the message is sent inside a result (`InputRequest`), not as a
   * separate message.
   */
  readonly embedded: boolean;
  /** Name of the declaration, such as `CallToolRequest`. */
  readonly declaration: string;
  /** Type of `params`, declared or inherited. Null if there are none. */
  readonly params: TypeNode | null;
  /** True if a message without `params` is valid. */
  readonly paramsOptional: boolean;
  /** Type of the final result. Null for notifications. */
  readonly result: TypeNode | null;
  /**
   * Type of the result if the params ask for a task (`params.task`). Null if
   * the revision does not allow this.
   */
  readonly taskResult: TypeNode | null;
  /**
   * True if the answer may be `InputRequiredResult`, after which the client
   * retries with input.
   */
  readonly inputRequired: boolean;
  /**
   * Dotted path of the capability that the method needs, such as
   * `resources.subscribe`. The receiver declares it for a request, the sender
   * for a notification. Null if none is needed.
   */
  readonly capability: string | null;
  /**
   * Identifier of the extension that defines the method. Both sides must
   * declare the extension. Absent for methods of the revision.
   */
  readonly extension?: string;
  /** First revision with the method, if known. */
  readonly since: string | null;
  readonly deprecated: string | null;
}
