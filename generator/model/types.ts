/**
 * The protocol model represents the content of a `schema.ts` as one immutable
 * value.
 *
 * Every stage after parsing works only on this model. `mcp-codegen model`
 * prints the model as JSON, so the model contains only plain data. There are no
 * functions and no cycles, and an `undefined` member means the same as a
 * missing one. Declarations refer to each other by name.
 */

import type {
  Doc,
  LiteralValue,
  Member,
  Position,
  TypeNode,
} from "./type-nodes.js";

export type * from "./type-nodes.js";

/**
 * Version of the model's format. The version increases if a change breaks
 * programs that read the JSON.
 */
export const MODEL_VERSION = 3;

/** Model of one revision of the protocol, or of any schema file. */
export interface ProtocolModel {
  readonly modelVersion: typeof MODEL_VERSION;
  /**
   * Value of `LATEST_PROTOCOL_VERSION` in the schema. If the user passes a
   * version, this value is replaced.
   */
  readonly protocolVersion: string | null;
  readonly source: Source;
  /**
   * Declarations in source order. Interfaces with the same name are merged into
   * one entry.
   */
  readonly declarations: readonly Declaration[];
  /**
   * Methods without duplicates, in the order in which the unions of messages
   * list them.
   */
  readonly methods: readonly Method[];
  /**
   * Extensions that were added to the model, in order. Absent if the model has
   * no extensions.
   */
  readonly extensions?: readonly Extension[];
}

/**
 * Model as the command `model` prints it. Compared with the result of
 * `parseSchema`, unions have their discriminants, inline object types have
 * names, and `params` of methods include `_meta`.
 */
export interface PrintedModel extends ProtocolModel {
  /**
   * Whether bases, `Omit` and intersections are resolved. A resolved model
   * contains only the type kinds primitive, literal, reference, array, object
   * and union, and no interface has a base.
   */
  readonly resolved: boolean;
  /** Declarations of JSON-RPC messages, and of requests inside results. */
  readonly messages: readonly Message[];
}

/** Declaration of a message, with the JSON-RPC members of the message. */
export interface Message {
  readonly declaration: string;
  readonly kind: "request" | "notification" | "result" | "error" | "batch";
  /** Whether the message is sent inside a result, without JSON-RPC members. */
  readonly embedded: boolean;
  /** Required value of the member `jsonrpc`. Null for a message without it. */
  readonly jsonrpc: string | null;
  /** Whether the message has the member `id`. */
  readonly id: "required" | "optional" | "absent";
  /**
   * JSON-RPC members (`jsonrpc`, `id`) that the declaration lacks, although the
   * message has them.
   */
  readonly added: readonly string[];
}

/** Extension of the protocol with a separate schema. */
export interface Extension {
  /**
   * Identifier of the extension. In the capabilities that a peer declares, the
   * identifier is a key of the member `extensions`.
   */
  readonly identifier: string;
  /** Value of `LATEST_PROTOCOL_VERSION` in the extension's schema, or null. */
  readonly version: string | null;
  /**
   * Side that declares the extension in its capabilities. A receiver refuses a
   * request of the extension only if the sender had to declare the extension
   * and did not.
   */
  readonly declaredBy: "client" | "server" | "both";
  /**
   * Name of the type of the settings that the client declares. Null if the
   * extension does not define settings of the client.
   */
  readonly clientSettings: string | null;
  /**
   * Name of the type of the settings that the server declares. Null if the
   * extension does not define settings of the server.
   */
  readonly serverSettings: string | null;
  readonly source: Source;
}

/** Origin of a schema: its file, revision and commit. */
export interface Source {
  /**
   * Known revision, such as `2025-06-18` or `draft`. Null for a file that the
   * user provides.
   */
  readonly revision: string | null;
  /**
   * Path of the schema file as shown in messages: relative to the package, or
   * as the user wrote it.
   */
  readonly file: string;
  /**
   * Commit of the upstream repository to which the revision is pinned, if
   * known.
   *
   * @pattern ^[0-9a-f]{40}$
   */
  readonly commit: string | null;
  /**
   * sha256 (hex) of the schema text, without BOM and with LF line ends.
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
   * Position in the schema file. A declaration of an extension has a position
   * in the schema file of the extension.
   */
  readonly position: Position;
  /**
   * Identifier of the extension that declares this type or constant. Absent if
   * the revision itself declares it.
   */
  readonly extension?: string;
}

/** Declaration in a schema, discriminated by `kind`. */
export type Declaration =
  InterfaceDeclaration | AliasDeclaration | ConstantDeclaration;

/**
 * Interface, such as `export interface Tool extends BaseMetadata { inputSchema:
 * … }`.
 */
export interface InterfaceDeclaration extends Declared {
  readonly kind: "interface";
  /**
   * Base types of the interface: references, or utility types such as
   * `Omit<…>`.
   */
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
 * Method, as one declaration defines it. If client and server declare the same
 * method separately, the model has one entry for each.
 */
export interface Method {
  /** Method name in the messages, such as `tools/call`. */
  readonly method: string;
  readonly kind: "request" | "notification";
  readonly sender: Sender;
  /**
   * Whether the message is sent inside a result (as an `InputRequest`) instead
   * of as a separate message.
   */
  readonly embedded: boolean;
  /** Name of the declaration of the message, such as `CallToolRequest`. */
  readonly declaration: string;
  /**
   * Type of the declared or inherited `params`. Null if the message has no
   * `params`. In a printed model, the type also has the member `_meta` that
   * every message may have.
   */
  readonly params: TypeNode | null;
  /** Whether a message without `params` is valid. */
  readonly paramsOptional: boolean;
  /** Type of the final result. Null for notifications. */
  readonly result: TypeNode | null;
  /**
   * Type of the result if the request runs as a task (`params.task`). Null if
   * the revision does not allow tasks for this method.
   */
  readonly taskResult: TypeNode | null;
  /**
   * Whether the result may be an `InputRequiredResult`. In this case the client
   * sends the request again with the requested input.
   */
  readonly inputRequired: boolean;
  /**
   * Dotted path of the capability that the method requires, such as
   * `resources.subscribe`. Receivers of a request, and senders of a
   * notification, declare the capability. Null if the method requires none.
   */
  readonly capability: string | null;
  /**
   * Identifier of the extension that defines the method. Absent if the revision
   * itself defines the method.
   */
  readonly extension?: string;
  /** First revision that has the method, if known. */
  readonly since: string | null;
  readonly deprecated: string | null;
}
