// The MCP data model at the revision of this folder, as stated by mcp-codegen (MIT, see LICENSE).
// Its structure follows the specification's schema.ts; the fingerprint is pinned in ../revisions.json.
// The comments are this project's own.

/* JSON-RPC */

/** One message on the wire, in either direction. */
export type JSONRPCMessage =
  JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;

/** Version string of this revision, as exchanged on the wire. */
export const LATEST_PROTOCOL_VERSION = "2024-11-05";

/** Value of the `jsonrpc` member of each message. */
export const JSONRPC_VERSION = "2.0";

/**
 * Ties progress notifications to a request; chosen by the requester, who keeps it unique while in
 * use.
 */
export type ProgressToken = string | number;

/** Position in a paged list. Only its issuer can read it; others pass it back unchanged. */
export type Cursor = string;

/** Base of all requests. */
export interface Request {
  /** Name of the operation. */
  method: string;

  /** Input of the operation. */
  params?: {
    /** Metadata of this request, reserved for MCP. */
    _meta?: {
      /**
       * Asks for progress notifications, each of which will repeat this token. The receiver may
       * send none.
       */
      progressToken?: ProgressToken;
    };
    [key: string]: unknown;
  };
}

/** Base of all notifications. */
export interface Notification {
  /** Name of the event. */
  method: string;

  /** Details of the event. */
  params?: {
    /** Metadata of this notification, reserved for MCP. */
    _meta?: { [key: string]: unknown };
    [key: string]: unknown;
  };
}

/** Base of all results. Members beyond the declared ones are legal. */
export interface Result {
  /** Metadata of this result, reserved for MCP. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/** Ties a response to its request. Never null. */
export type RequestId = string | number;

/** A request on the wire; the receiver answers it. */
export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Chosen by the sender; the response repeats it. */
  id: RequestId;
}

/** A notification on the wire; it is never answered. */
export interface JSONRPCNotification extends Notification {
  jsonrpc: typeof JSONRPC_VERSION;
}

/** Answer to a request that succeeded. */
export interface JSONRPCResponse {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the request that is answered. */
  id: RequestId;

  /** Result of the operation. */
  result: Result;
}

/* Error codes of JSON-RPC */

/** The text received is not JSON. */
export const PARSE_ERROR = -32700;

/** The JSON received is not a request. */
export const INVALID_REQUEST = -32600;

/** The receiver does not offer the method. */
export const METHOD_NOT_FOUND = -32601;

/** The params do not suit the method. */
export const INVALID_PARAMS = -32602;

/** The receiver failed while it handled the request. */
export const INTERNAL_ERROR = -32603;

/** Answer to a request that failed. */
export interface JSONRPCError {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the failed request. */
  id: RequestId;

  /** Description of the failure. */
  error: {
    /** Number that classifies the failure. */
    code: number;

    /** Description of the failure; SHOULD be one short sentence. */
    message: string;

    /** Further details in a form that the sender chooses. */
    data?: unknown;
  };
}

/* Empty result */

/** Result of an operation that returns nothing beyond its success. */
export type EmptyResult = Result;

/* Cancellation */

/**
 * The sender no longer wants the answer to a request; the receiver SHOULD stop the work. It may
 * arrive too late. Sent by either side. A client MUST NOT cancel `initialize`.
 */
export interface CancelledNotification extends Notification {
  method: "notifications/cancelled";
  params: {
    /** Id of the request to give up. It MUST be one that the sender issued in this direction. */
    requestId: RequestId;

    /** Why, in words; MAY be written to a log or shown to a person. */
    reason?: string;
  };
}

/* Lifecycle */

/**
 * Opens a session: the first message of a client, in which it states its version, identity and
 * capabilities.
 */
export interface InitializeRequest extends Request {
  method: "initialize";
  params: {
    /** Newest protocol version that the client speaks; it MAY speak older ones too. */
    protocolVersion: string;

    /** Features that the client supports. */
    capabilities: ClientCapabilities;

    /** Name and version of the client software. */
    clientInfo: Implementation;
  };
}

/** The server's half of the handshake. */
export interface InitializeResult extends Result {
  /**
   * Version that the session will use, not always the one asked for. A client that cannot speak it
   * MUST disconnect.
   */
  protocolVersion: string;

  /** Features that the server supports. */
  capabilities: ServerCapabilities;

  /** Name and version of the server software. */
  serverInfo: Implementation;

  /**
   * How to use this server, in words. A client MAY hand it to the model, in a system prompt for
   * instance.
   */
  instructions?: string;
}

/** The client has taken in the InitializeResult; normal operation begins. */
export interface InitializedNotification extends Notification {
  method: "notifications/initialized";
}

/* Capabilities */

/** Features of a client. Presence declares support; members beyond the declared ones are legal. */
export interface ClientCapabilities {
  /** Features outside the standard, by name. */
  experimental?: { [key: string]: object };

  /** Declared by clients that answer `roots/list`. */
  roots?: {
    /** True when changes to the roots are announced by a notification. */
    listChanged?: boolean;
  };

  /** Declared by clients that answer `sampling/createMessage`. */
  sampling?: object;
}

/** Features of a server. Presence declares support; members beyond the declared ones are legal. */
export interface ServerCapabilities {
  /** Features outside the standard, by name. */
  experimental?: { [key: string]: object };

  /** Declared by servers that send `notifications/message`. */
  logging?: object;

  /** Declared by servers that have prompts. */
  prompts?: {
    /** True when changes to the prompts are announced by a notification. */
    listChanged?: boolean;
  };

  /** Declared by servers that have resources. */
  resources?: {
    /** True when clients may subscribe to updates of single resources. */
    subscribe?: boolean;

    /** True when changes to the resources are announced by a notification. */
    listChanged?: boolean;
  };

  /** Declared by servers that have tools. */
  tools?: {
    /** True when changes to the tools are announced by a notification. */
    listChanged?: boolean;
  };
}

/* Names and identity */

/** Name and version of a piece of MCP software. */
export interface Implementation {
  /** Name of the software. */
  name: string;

  /** Version of the software, in any format. */
  version: string;
}

/* Ping */

/**
 * Asks whether the other side is alive. Either side sends it; the receiver must answer without
 * delay or risk disconnection.
 */
export interface PingRequest extends Request {
  method: "ping";
}

/* Progress */

/** Reports how far a long request has come, to a requester that supplied a token. */
export interface ProgressNotification extends Notification {
  method: "notifications/progress";
  params: {
    /** The token that the request in question carried in its `_meta`. */
    progressToken: ProgressToken;

    /**
     * Work done up to now; grows with each notification, even where no total is known. May be
     * fractional.
     *
     * @TJS-type number
     */
    progress: number;

    /**
     * Value of `progress` at completion, if known. May be fractional.
     *
     * @TJS-type number
     */
    total?: number;
  };
}

/* Pagination */

/** Base of requests that are answered page by page. */
export interface PaginatedRequest extends Request {
  params?: {
    /**
     * Position from which to continue: a `nextCursor` received before. If
     * absent, the first page is requested.
     */
    cursor?: Cursor;
  };
}

/** Base of results that hold one page of a list. */
export interface PaginatedResult extends Result {
  /** Position of the next page. Absent on the last page. */
  nextCursor?: Cursor;
}

/* Resources */

/** Asks for the server's resources. */
export interface ListResourcesRequest extends PaginatedRequest {
  method: "resources/list";
}

/** One page of the server's resources. */
export interface ListResourcesResult extends PaginatedResult {
  /** The resources on this page. */
  resources: Resource[];
}

/** Asks for the server's resource templates. */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  method: "resources/templates/list";
}

/** One page of the server's resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** The templates on this page. */
  resourceTemplates: ResourceTemplate[];
}

/** Asks for the contents of a resource. */
export interface ReadResourceRequest extends Request {
  method: "resources/read";
  params: {
    /**
     * URI of the resource to read. Any scheme is allowed; the server decides
     * what it means.
     *
     * @format uri
     */
    uri: string;
  };
}

/** Contents of a resource. */
export interface ReadResourceResult extends Result {
  /** The contents, in one or more parts. Each part has its own URI. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/** The server's list of resources has changed. Servers may send it without being asked to. */
export interface ResourceListChangedNotification extends Notification {
  method: "notifications/resources/list_changed";
}

/**
 * Subscribes to a resource: the server sends `notifications/resources/updated`
 * each time it changes.
 */
export interface SubscribeRequest extends Request {
  method: "resources/subscribe";
  params: {
    /**
     * URI of the resource to watch. Any scheme is allowed; the server decides
     * what it means.
     *
     * @format uri
     */
    uri: string;
  };
}

/** Ends a subscription that `resources/subscribe` began. */
export interface UnsubscribeRequest extends Request {
  method: "resources/unsubscribe";
  params: {
    /**
     * The resource to stop watching.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * A resource has changed, and contents read before may be outdated. Sent only
 * to clients that subscribed to it.
 */
export interface ResourceUpdatedNotification extends Notification {
  method: "notifications/resources/updated";
  params: {
    /**
     * The resource that changed; it may lie beneath the one that was subscribed to.
     *
     * @format uri
     */
    uri: string;
  };
}

/** A resource that the server can read, as listed to clients. */
export interface Resource extends Annotated {
  /**
   * Address of the resource.
   *
   * @format uri
   */
  uri: string;

  /** Name to show to people. */
  name: string;

  /** Description of the contents. Written for models as well as for people. */
  description?: string;

  /** MIME type of the contents, if known. */
  mimeType?: string;

  /**
   * Size of the raw contents in bytes, before any encoding, if known. Hosts can
   * estimate from it how much context the resource needs.
   */
  size?: number;
}

/** A family of resources whose URIs follow a template. */
export interface ResourceTemplate extends Annotated {
  /**
   * RFC 6570 template that expands to the URI of a resource.
   *
   * @format uri-template
   */
  uriTemplate: string;

  /** Name to show to people for this kind of resource. */
  name: string;

  /**
   * Description of the contents of these resources. Written for models as well
   * as for people.
   */
  description?: string;

  /** MIME type shared by every resource of the family; leave it out when they differ. */
  mimeType?: string;
}

/** Base of the contents of a resource, or of a part of it. */
export interface ResourceContents {
  /**
   * Address of the resource or part.
   *
   * @format uri
   */
  uri: string;

  /** MIME type, if known. */
  mimeType?: string;
}

/** Contents in text form. */
export interface TextResourceContents extends ResourceContents {
  /** The text. MUST NOT hold binary data. */
  text: string;
}

/** Contents in binary form. */
export interface BlobResourceContents extends ResourceContents {
  /**
   * The bytes, in Base64.
   *
   * @format byte
   */
  blob: string;
}

/* Prompts */

/** Asks for the server's prompts. */
export interface ListPromptsRequest extends PaginatedRequest {
  method: "prompts/list";
}

/** One page of the server's prompts. */
export interface ListPromptsResult extends PaginatedResult {
  /** The prompts on this page. */
  prompts: Prompt[];
}

/** Asks for a prompt with its arguments filled in. */
export interface GetPromptRequest extends Request {
  method: "prompts/get";
  params: {
    /** Name of the prompt. */
    name: string;

    /** Argument values by argument name. */
    arguments?: { [key: string]: string };
  };
}

/** A prompt, ready for a model. */
export interface GetPromptResult extends Result {
  /** Purpose of the prompt. */
  description?: string;

  /** The messages of the prompt, in order. */
  messages: PromptMessage[];
}

/** A prompt, as listed to clients; one with arguments is a template. */
export interface Prompt {
  /** Identifies the prompt in `prompts/get`. */
  name: string;

  /** Purpose of the prompt. */
  description?: string;

  /** The arguments that it takes. */
  arguments?: PromptArgument[];
}

/** One argument of a prompt. */
export interface PromptArgument {
  /** Key of the argument in `prompts/get`. */
  name: string;

  /** Description of the value, for people. */
  description?: string;

  /** True when `prompts/get` fails without it. */
  required?: boolean;
}

/** Speaker of a message: the user or the model. */
export type Role = "user" | "assistant";

/** One message of a prompt. Unlike a SamplingMessage it can embed a resource. */
export interface PromptMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message. */
  content: TextContent | ImageContent | EmbeddedResource;
}

/**
 * Contents of a resource, within a prompt or a tool result. The client decides
 * how to show them.
 */
export interface EmbeddedResource extends Annotated {
  type: "resource";

  /** The contents. */
  resource: TextResourceContents | BlobResourceContents;
}

/** The server's list of prompts has changed. Servers may send it without being asked to. */
export interface PromptListChangedNotification extends Notification {
  method: "notifications/prompts/list_changed";
}

/* Tools */

/** Asks for the server's tools. */
export interface ListToolsRequest extends PaginatedRequest {
  method: "tools/list";
}

/** One page of the server's tools. */
export interface ListToolsResult extends PaginatedResult {
  /** The tools on this page. */
  tools: Tool[];
}

/**
 * Outcome of a tool call. A failure of the tool SHOULD be reported here with
 * `isError`, so that the model sees it and can react. An unknown tool or
 * missing tool support is a JSON-RPC error.
 */
export interface CallToolResult extends Result {
  /** Output of the tool, for a model to read. */
  content: (TextContent | ImageContent | EmbeddedResource)[];

  /** True when the tool failed. Absent means false. */
  isError?: boolean;
}

/** Runs a tool. */
export interface CallToolRequest extends Request {
  method: "tools/call";
  params: {
    /** Name of the tool. */
    name: string;

    /** Input of the tool, as its `inputSchema` describes. */
    arguments?: { [key: string]: unknown };
  };
}

/** The server's list of tools has changed. Servers may send it without being asked to. */
export interface ToolListChangedNotification extends Notification {
  method: "notifications/tools/list_changed";
}

/** A tool, as listed to clients. */
export interface Tool {
  /** Identifies the tool in `tools/call`. */
  name: string;

  /** Description of the tool, for people. */
  description?: string;

  /** JSON Schema of the arguments; always an object at the root. */
  inputSchema: {
    type: "object";

    /** Schema of each argument, by name. */
    properties?: { [key: string]: object };

    /** Names of the arguments that must be given. */
    required?: string[];
  };
}

/* Logging */

/** Chooses which log messages the server sends. */
export interface SetLevelRequest extends Request {
  method: "logging/setLevel";
  params: {
    /**
     * Lowest severity that the client wants to receive. The server must not
     * send less severe messages.
     */
    level: LoggingLevel;
  };
}

/**
 * A log message from the server. Until the client sets a level, the server MAY choose what to send.
 */
export interface LoggingMessageNotification extends Notification {
  method: "notifications/message";
  params: {
    /** Severity of this message. */
    level: LoggingLevel;

    /** Name of the component that wrote the message. */
    logger?: string;

    /** The message: a string, an object or any other JSON value. */
    data: unknown;
  };
}

/** Severities of RFC 5424 (syslog), least severe first. */
export type LoggingLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/* Sampling */

/**
 * Asks the client for a completion from a model of the client's choosing. A person should be able
 * to see and refuse it first.
 */
export interface CreateMessageRequest extends Request {
  method: "sampling/createMessage";
  params: {
    /** The conversation to continue, oldest message first. */
    messages: SamplingMessage[];

    /** Preferences for the choice of model; the client MAY ignore them. */
    modelPreferences?: ModelPreferences;

    /** System prompt that the server proposes; the client MAY change or drop it. */
    systemPrompt?: string;

    /**
     * Whether to add context from this server or from all connected ones; the client MAY refuse.
     */
    includeContext?: "none" | "thisServer" | "allServers";

    /**
     * Sampling temperature. May be fractional.
     *
     * @TJS-type number
     */
    temperature?: number;

    /** Upper limit on generated tokens; the client MAY stop earlier. */
    maxTokens: number;

    /** Strings that end generation when they appear. */
    stopSequences?: string[];

    /** Extra settings for the model provider, in that provider's own form. */
    metadata?: object;
  };
}

/**
 * Message that the model generated. A person should be able to review and
 * reject it before the server receives it.
 */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** Name of the model that generated the message. */
  model: string;

  /** Reason why the model stopped, if known. Providers may use other values. */
  stopReason?: "endTurn" | "stopSequence" | "maxTokens" | string;
}

/** One message of a conversation with a model. */
export interface SamplingMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message. */
  content: TextContent | ImageContent;
}

/* Content */

/** Mixin for things that can have annotations. */
export interface Annotated {
  /** Hints to the client about use and display. */
  annotations?: {
    /** Intended readers: the user, the model or both. */
    audience?: Role[];

    /**
     * Importance, from 0 (may be left out) to 1 (all but required). May be fractional.
     *
     * @TJS-type number
     * @minimum 0
     * @maximum 1
     */
    priority?: number;
  };
}

/** Text for a model or from one. */
export interface TextContent extends Annotated {
  type: "text";

  /** The text. */
  text: string;
}

/** An image for a model or from one. */
export interface ImageContent extends Annotated {
  type: "image";

  /**
   * The image file, in Base64.
   *
   * @format byte
   */
  data: string;

  /** MIME type of the image; which ones work depends on the provider. */
  mimeType: string;
}

/* Model preferences */

/**
 * Preferences of the server for the choice of model. The client weighs them
 * freely and MAY ignore them. Priorities range from 0 (not important) to 1
 * (most important).
 */
export interface ModelPreferences {
  /**
   * Preferred models. Clients MUST try them in order and SHOULD rank them above
   * the priorities, which MAY break ties.
   */
  hints?: ModelHint[];

  /**
   * How much low cost matters, 0 to 1. May be fractional.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  costPriority?: number;

  /**
   * How much low latency matters, 0 to 1. May be fractional.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  speedPriority?: number;

  /**
   * How much capability matters, 0 to 1. May be fractional.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  intelligencePriority?: number;
}

/**
 * Hint for the choice of a model. The client defines the meaning of keys other
 * than `name`.
 */
export interface ModelHint {
  /**
   * Part of a model name: `sonnet` matches every model whose name contains it,
   * and clients SHOULD match this way. Clients MAY map the hint to a comparable
   * model of another family or provider.
   */
  name?: string;
}

/* Completion */

/** Asks for suggestions while a user types an argument. */
export interface CompleteRequest extends Request {
  method: "completion/complete";
  params: {
    /** The prompt or template whose argument is to be completed. */
    ref: PromptReference | ResourceReference;

    /** The argument being typed. */
    argument: {
      /** Name of the argument of the prompt or template. */
      name: string;

      /** Text typed so far. */
      value: string;
    };
  };
}

/** Suggestions for an argument. */
export interface CompleteResult extends Result {
  /** The suggestions, and how many there are. */
  completion: {
    /** The suggestions, 100 at most. */
    values: string[];

    /** How many suggestions exist; may be more than were sent. */
    total?: number;

    /** True when suggestions were left out, whether or not their number is known. */
    hasMore?: boolean;
  };
}

/** Points to a resource or a resource template. */
export interface ResourceReference {
  type: "ref/resource";

  /**
   * URI or URI template of the resource.
   *
   * @format uri-template
   */
  uri: string;
}

/** Points to a prompt. */
export interface PromptReference {
  type: "ref/prompt";

  /** Name of the prompt. */
  name: string;
}

/* Roots */

/** Asks the client which directories and files the server may work on. */
export interface ListRootsRequest extends Request {
  method: "roots/list";
}

/** The directories and files that the server may work on. */
export interface ListRootsResult extends Result {
  /** The roots, in any order. */
  roots: Root[];
}

/** A directory or file that the server may work on. */
export interface Root {
  /**
   * URI of the root. It must be a `file://` URI for now; later revisions may
   * allow other schemes.
   *
   * @format uri
   */
  uri: string;

  /** Name to show to people, or by which to refer to the root. */
  name?: string;
}

/**
 * The client's roots have changed; the server should request them again with
 * `roots/list`.
 */
export interface RootsListChangedNotification extends Notification {
  method: "notifications/roots/list_changed";
}

/* Messages from the client */

/** Every request that a client sends. */
export type ClientRequest =
  | PingRequest
  | InitializeRequest
  | CompleteRequest
  | SetLevelRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | UnsubscribeRequest
  | CallToolRequest
  | ListToolsRequest;

/** Every notification that a client sends. */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification;

/** Every result that a client returns. */
export type ClientResult = EmptyResult | CreateMessageResult | ListRootsResult;

/* Messages from the server */

/** Every request that a server sends. */
export type ServerRequest =
  PingRequest | CreateMessageRequest | ListRootsRequest;

/** Every notification that a server sends. */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification;

/** Every result that a server returns. */
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | CallToolResult
  | ListToolsResult;
