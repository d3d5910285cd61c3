/**
 * The protocol model: what a `schema.ts` says, as one immutable value.
 *
 * Every stage after parsing works on this and nothing else. It is printed by
 * `mcp-codegen model` as JSON, so it holds plain data only: no functions, no
 * `undefined` members that matter, no cycles (references go by name).
 */

import type {
  Doc,
  LiteralValue,
  Member,
  Position,
  TypeNode,
} from "./type-nodes.js";

export type * from "./type-nodes.js";

/** Version of this model's own shape; raised when a reader would break. */
export const MODEL_VERSION = 2;

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
  /** The extensions that have a part in it, in order; absent without one. */
  readonly extensions?: readonly Extension[];
}

/** An extension of the protocol, which a schema of its own declares. */
export interface Extension {
  /** By which peers declare it, under `extensions` of their capabilities. */
  readonly identifier: string;
  /** The `LATEST_PROTOCOL_VERSION` that its schema says; null without one. */
  readonly version: string | null;
  readonly source: Source;
}

/** Where the model came from. */
export interface Source {
  /** Known revision (`2025-06-18`, `draft`), or null for a file of the user's. */
  readonly revision: string | null;
  /** Path as shown to people: relative to the package or as the user gave it. */
  readonly file: string;
  /**
   * Upstream's commit that the revision is pinned to, when it is known.
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
  /** In the file of the extension, where it is of one. */
  readonly position: Position;
  /** Identifier of the extension that declares it; absent for the revision's own. */
  readonly extension?: string;
}

/** A statement of the schema; `kind` tells which. */
export type Declaration =
  InterfaceDeclaration | AliasDeclaration | ConstantDeclaration;

/** `export interface Tool extends BaseMetadata { inputSchema: … }` */
export interface InterfaceDeclaration extends Declared {
  readonly kind: "interface";
  /** References, and `Omit<…>` and the like of references. */
  readonly extends: readonly TypeNode[];
  readonly members: readonly Member[];
}

/** `export type RequestId = string | number;` */
export interface AliasDeclaration extends Declared {
  readonly kind: "alias";
  readonly type: TypeNode;
}

/** `export const PARSE_ERROR = -32700;` */
export interface ConstantDeclaration extends Declared {
  readonly kind: "constant";
  readonly value: LiteralValue;
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
  /**
   * Identifier of the extension that has the method, which both sides must have
   * declared for it to be used; absent for the revision's own.
   */
  readonly extension?: string;
  /** First revision that has the method, when it is known. */
  readonly since: string | null;
  readonly deprecated: string | null;
}
