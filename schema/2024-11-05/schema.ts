// Data model of the MCP revision that this folder is named after, written by
// mcp-codegen (MIT, see LICENSE). Its structure equals that of the
// specification's schema.ts; ../revisions.json contains the fingerprint. The
// comments are not upstream's.

/* JSON-RPC */

/** JSON-RPC message on the wire, in either direction. */
export type JSONRPCMessage =
  JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;

/** Version string of this revision, as exchanged on the wire. */
export const LATEST_PROTOCOL_VERSION = "2024-11-05";

/** Value of the `jsonrpc` member of each message. */
export const JSONRPC_VERSION = "2.0";

/**
 * Token that links progress notifications to a request. The requester chooses
 * the token and keeps it unique among its active requests.
 */
export type ProgressToken = string | number;

/**
 * Position in a paged list. Only the side that issued the cursor can interpret
 * it; the other side returns it unchanged.
 */
export type Cursor = string;

/** Base type of all requests. */
export interface Request {
  /** Method of the request, such as `tools/call`. */
  method: string;

  /** Parameters of the request. */
  params?: {
    /** Metadata of the request. The member is reserved for MCP. */
    _meta?: {
      /**
       * Token for progress notifications. If present, the sender asks for these
       * notifications, and each of them repeats the token. The receiver need
       * not send any.
       */
      progressToken?: ProgressToken;
    };
    [key: string]: unknown;
  };
}

/** Base type of all notifications. */
export interface Notification {
  /** Method of the notification, such as `notifications/progress`. */
  method: string;

  /** Parameters of the notification. */
  params?: {
    /** Metadata of the notification. The member is reserved for MCP. */
    _meta?: { [key: string]: unknown };
    [key: string]: unknown;
  };
}

/**
 * Base type of all results. Results can have members that are not declared
 * here.
 */
export interface Result {
  /** Metadata of the result. The member is reserved for MCP. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/** Identifier that links a response to its request. It is never null. */
export type RequestId = string | number;

/** JSON-RPC request, which the receiver answers. */
export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;

  /**
   * Identifier of the request, chosen by the sender. The response repeats the
   * identifier.
   */
  id: RequestId;
}

/** JSON-RPC notification, which is never answered. */
export interface JSONRPCNotification extends Notification {
  jsonrpc: typeof JSONRPC_VERSION;
}

/** JSON-RPC response to a request that succeeded. */
export interface JSONRPCResponse {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the request that is answered. */
  id: RequestId;

  /** Result of the request. */
  result: Result;
}

/* Error codes of JSON-RPC */

/** Error code: the received text is not JSON. */
export const PARSE_ERROR = -32700;

/** Error code: the received JSON is not a request. */
export const INVALID_REQUEST = -32600;

/** Error code: the receiver does not offer the method. */
export const METHOD_NOT_FOUND = -32601;

/** Error code: the parameters do not match the method. */
export const INVALID_PARAMS = -32602;

/** Error code: the receiver failed while it handled the request. */
export const INTERNAL_ERROR = -32603;

/** JSON-RPC response to a request that failed. */
export interface JSONRPCError {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the failed request. */
  id: RequestId;

  /** Error object that describes the failure. */
  error: {
    /** Error code, which classifies the failure. */
    code: number;

    /** Description of the failure; SHOULD be one short sentence. */
    message: string;

    /** Details of the error, in a format that the sender chooses. */
    data?: unknown;
  };
}

/* Empty result */

/** Result of an operation that succeeded and returns no data. */
export type EmptyResult = Result;

/* Cancellation */

/**
 * Says that the sender no longer wants the response to a request; the receiver
 * SHOULD stop its work. The notification can arrive after the work is done.
 * Either side can send it. A client MUST NOT cancel `initialize`.
 */
export interface CancelledNotification extends Notification {
  method: "notifications/cancelled";
  params: {
    /**
     * Id of the request to cancel. The sender of this notification MUST also be
     * the sender of that request.
     */
    requestId: RequestId;

    /**
     * Reason for the cancellation, in words. It MAY be written to a log or
     * shown to a person.
     */
    reason?: string;
  };
}

/* Lifecycle */

/**
 * Opens a session. The client sends this request first, with its protocol
 * version, identity and capabilities.
 */
export interface InitializeRequest extends Request {
  method: "initialize";
  params: {
    /**
     * Newest protocol version that the client supports. The client MAY also
     * support older versions.
     */
    protocolVersion: string;

    /** Features that the client supports. */
    capabilities: ClientCapabilities;

    /** Name and version of the client software. */
    clientInfo: Implementation;
  };
}

/**
 * Result of `initialize`: protocol version, identity and capabilities of the
 * server.
 */
export interface InitializeResult extends Result {
  /**
   * Protocol version that the session will use. It can differ from the
   * requested version; a client that does not support it MUST disconnect.
   */
  protocolVersion: string;

  /** Features that the server supports. */
  capabilities: ServerCapabilities;

  /** Name and version of the server software. */
  serverInfo: Implementation;

  /**
   * Instructions for using this server. A client MAY pass them to the model,
   * for example in a system prompt.
   */
  instructions?: string;
}

/**
 * Says that the client has processed the InitializeResult. Normal operation
 * starts now.
 */
export interface InitializedNotification extends Notification {
  method: "notifications/initialized";
}

/* Capabilities */

/**
 * Features that a client supports. A member that is present declares support
 * for its feature. Undeclared members are allowed.
 */
export interface ClientCapabilities {
  /** Experimental features that MCP does not define, by name. */
  experimental?: { [key: string]: object };

  /** Capability of clients that answer `roots/list`. */
  roots?: {
    /** Whether the client sends a notification when its roots change. */
    listChanged?: boolean;
  };

  /** Capability of clients that answer `sampling/createMessage`. */
  sampling?: object;
}

/**
 * Features that a server supports. A member that is present declares support
 * for its feature. Undeclared members are allowed.
 */
export interface ServerCapabilities {
  /** Experimental features that MCP does not define, by name. */
  experimental?: { [key: string]: object };

  /** Capability of servers that send `notifications/message`. */
  logging?: object;

  /** Capability of servers that have prompts. */
  prompts?: {
    /**
     * Whether the server sends a notification when its list of prompts changes.
     */
    listChanged?: boolean;
  };

  /** Capability of servers that have resources. */
  resources?: {
    /** Whether clients can subscribe to updates of single resources. */
    subscribe?: boolean;

    /**
     * Whether the server sends a notification when its list of resources
     * changes.
     */
    listChanged?: boolean;
  };

  /** Capability of servers that have tools. */
  tools?: {
    /**
     * Whether the server sends a notification when its list of tools changes.
     */
    listChanged?: boolean;
  };
}

/* Names and identity */

/** Name and version of a client or server program. */
export interface Implementation {
  /** Name of the client or server program. */
  name: string;

  /** Version of the client or server program, in any format. */
  version: string;
}

/* Ping */

/**
 * Asks whether the other side still responds. Either side can send this
 * request. A receiver that does not answer promptly risks disconnection.
 */
export interface PingRequest extends Request {
  method: "ping";
}

/* Progress */

/**
 * Reports the progress of a long request to its sender, which supplied a
 * progress token.
 */
export interface ProgressNotification extends Notification {
  method: "notifications/progress";
  params: {
    /**
     * Progress token from the `_meta` of the request that this notification
     * reports on.
     */
    progressToken: ProgressToken;

    /**
     * Amount of work done so far. The value grows with each notification, even
     * if no total is known. It can be fractional.
     *
     * @TJS-type number
     */
    progress: number;

    /**
     * Value that `progress` has at completion, if known. It can be fractional.
     *
     * @TJS-type number
     */
    total?: number;
  };
}

/* Pagination */

/** Base type of requests that are answered page by page. */
export interface PaginatedRequest extends Request {
  params?: {
    /**
     * Position at which the requested page starts: a `nextCursor` from an
     * earlier result. Without it, the first page is requested.
     */
    cursor?: Cursor;
  };
}

/** Base type of results that contain one page of a list. */
export interface PaginatedResult extends Result {
  /** Cursor of the next page. Absent on the last page. */
  nextCursor?: Cursor;
}

/* Resources */

/** Asks for the server's resources. */
export interface ListResourcesRequest extends PaginatedRequest {
  method: "resources/list";
}

/** One page of the server's resources. */
export interface ListResourcesResult extends PaginatedResult {
  /** Resources on this page of the list. */
  resources: Resource[];
}

/** Asks for the server's resource templates. */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  method: "resources/templates/list";
}

/** One page of the server's resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** Resource templates on this page of the list. */
  resourceTemplates: ResourceTemplate[];
}

/** Asks for the contents of a resource. */
export interface ReadResourceRequest extends Request {
  method: "resources/read";
  params: {
    /**
     * URI of the resource to read. Every scheme is allowed, and the server
     * defines what the URI means.
     *
     * @format uri
     */
    uri: string;
  };
}

/** Result of `resources/read`: the contents of a resource. */
export interface ReadResourceResult extends Result {
  /**
   * Contents of the resource, in one or more parts. Each part has a separate
   * URI.
   */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * Says that the server's list of resources has changed. The server can send
 * this notification even if the client did not subscribe to anything.
 */
export interface ResourceListChangedNotification extends Notification {
  method: "notifications/resources/list_changed";
}

/**
 * Subscribes to a resource: the server sends `notifications/resources/updated`
 * each time the resource changes.
 */
export interface SubscribeRequest extends Request {
  method: "resources/subscribe";
  params: {
    /**
     * URI of the resource to subscribe to. Every scheme is allowed, and the
     * server defines what the URI means.
     *
     * @format uri
     */
    uri: string;
  };
}

/** Ends a subscription that was created with `resources/subscribe`. */
export interface UnsubscribeRequest extends Request {
  method: "resources/unsubscribe";
  params: {
    /**
     * URI of the resource whose subscription ends.
     *
     * @format uri
     */
    uri: string;
  };
}

/**
 * Says that a resource has changed, so that contents read earlier can be
 * outdated. Sent only to clients that subscribed to the resource.
 */
export interface ResourceUpdatedNotification extends Notification {
  method: "notifications/resources/updated";
  params: {
    /**
     * URI of the resource that changed. This resource can be a part of the
     * resource that the client subscribed to.
     *
     * @format uri
     */
    uri: string;
  };
}

/** Resource that the server can read, as listed to clients. */
export interface Resource extends Annotated {
  /**
   * URI that identifies the resource.
   *
   * @format uri
   */
  uri: string;

  /** Name of the resource, for people. */
  name: string;

  /** Description of the resource's contents, for models and people. */
  description?: string;

  /** MIME type of the resource's contents, if known. */
  mimeType?: string;

  /**
   * Size of the resource's contents in bytes, before encoding, if known. Hosts
   * can estimate the required context from this size.
   */
  size?: number;
}

/** Template for the URIs of a group of resources. */
export interface ResourceTemplate extends Annotated {
  /**
   * RFC 6570 template that expands to the URI of a resource.
   *
   * @format uri-template
   */
  uriTemplate: string;

  /** Name of the template, for people. */
  name: string;

  /**
   * Description of the resources that match the template, for models and
   * people.
   */
  description?: string;

  /**
   * MIME type that all resources of the template have. Absent if their types
   * differ.
   */
  mimeType?: string;
}

/** Base type of the contents of a resource or of a part of a resource. */
export interface ResourceContents {
  /**
   * URI of the resource, or of a part of the resource.
   *
   * @format uri
   */
  uri: string;

  /** MIME type of the contents, if known. */
  mimeType?: string;
}

/** Contents of a resource in text form. */
export interface TextResourceContents extends ResourceContents {
  /** Text of the contents. MUST NOT contain binary data. */
  text: string;
}

/** Contents of a resource in binary form. */
export interface BlobResourceContents extends ResourceContents {
  /**
   * Bytes of the contents, in Base64.
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
  /** Prompts on this page of the list. */
  prompts: Prompt[];
}

/** Asks for a prompt, filled in with the given arguments. */
export interface GetPromptRequest extends Request {
  method: "prompts/get";
  params: {
    /** Name of the requested prompt. */
    name: string;

    /** Argument values by argument name. */
    arguments?: { [key: string]: string };
  };
}

/** Result of `prompts/get`: a prompt with its arguments filled in. */
export interface GetPromptResult extends Result {
  /** Purpose of the prompt. */
  description?: string;

  /** The messages of the prompt, in order. */
  messages: PromptMessage[];
}

/** Prompt, as listed to clients. A prompt with arguments is a template. */
export interface Prompt {
  /** Name that identifies the prompt in `prompts/get`. */
  name: string;

  /** Purpose of the prompt. */
  description?: string;

  /** Arguments that the prompt takes. */
  arguments?: PromptArgument[];
}

/** Argument of a prompt. */
export interface PromptArgument {
  /** Name of the argument: its key in `arguments` of `prompts/get`. */
  name: string;

  /** Description of the argument's value, for people. */
  description?: string;

  /** Whether `prompts/get` fails without this argument. */
  required?: boolean;
}

/** Speaker of a message: the user or the model. */
export type Role = "user" | "assistant";

/**
 * Message of a prompt. Unlike a SamplingMessage, a prompt message can embed a
 * resource.
 */
export interface PromptMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message. */
  content: TextContent | ImageContent | EmbeddedResource;
}

/**
 * Contents of a resource, within a prompt or a tool result. The client decides
 * how to show the contents.
 */
export interface EmbeddedResource extends Annotated {
  type: "resource";

  /** Contents of the embedded resource. */
  resource: TextResourceContents | BlobResourceContents;
}

/**
 * Says that the server's list of prompts has changed. The server can send this
 * notification even if the client did not subscribe to anything.
 */
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
  /** Tools on this page of the list. */
  tools: Tool[];
}

/**
 * Result of `tools/call`. A tool SHOULD report its own failure here, with
 * `isError`, so that the model sees the failure and can react. An unknown tool
 * or missing tool support is a JSON-RPC error instead.
 */
export interface CallToolResult extends Result {
  /** Output of the tool, for the model. */
  content: (TextContent | ImageContent | EmbeddedResource)[];

  /** Whether the tool failed. Absent means false. */
  isError?: boolean;
}

/** Asks the server to run a tool. */
export interface CallToolRequest extends Request {
  method: "tools/call";
  params: {
    /** Name of the tool to run. */
    name: string;

    /**
     * Input of the tool, which must match the tool's `inputSchema`.
     */
    arguments?: { [key: string]: unknown };
  };
}

/**
 * Says that the server's list of tools has changed. The server can send this
 * notification even if the client did not subscribe to anything.
 */
export interface ToolListChangedNotification extends Notification {
  method: "notifications/tools/list_changed";
}

/** Tool, as listed to clients. */
export interface Tool {
  /** Name that identifies the tool in `tools/call`. */
  name: string;

  /** Description of the tool, for people. */
  description?: string;

  /** JSON Schema of the tool's arguments. The root type is always `object`. */
  inputSchema: {
    type: "object";

    /** Schemas of the arguments, by argument name. */
    properties?: { [key: string]: object };

    /** Names of the required arguments. */
    required?: string[];
  };
}

/* Logging */

/** Sets the lowest severity of the log messages that the server sends. */
export interface SetLevelRequest extends Request {
  method: "logging/setLevel";
  params: {
    /**
     * Lowest severity of the log messages that the client wants to receive. The
     * server must not send less severe messages.
     */
    level: LoggingLevel;
  };
}

/**
 * Log message from the server. Until the client sets a level, the server MAY
 * choose the messages to send.
 */
export interface LoggingMessageNotification extends Notification {
  method: "notifications/message";
  params: {
    /** Severity of the log message. */
    level: LoggingLevel;

    /** Name of the component that wrote the log message. */
    logger?: string;

    /**
     * Content of the log message: a string, an object or any other JSON value.
     */
    data: unknown;
  };
}

/** Severities of log messages, from RFC 5424 (syslog), least severe first. */
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
 * Asks the client to generate a message with a model that the client chooses. A
 * person should be able to review and refuse the request first.
 */
export interface CreateMessageRequest extends Request {
  method: "sampling/createMessage";
  params: {
    /** Messages of the conversation to continue, oldest first. */
    messages: SamplingMessage[];

    /** Preferences for the choice of a model; the client MAY ignore them. */
    modelPreferences?: ModelPreferences;

    /**
     * System prompt that the server proposes; the client MAY change it or leave
     * it out.
     */
    systemPrompt?: string;

    /**
     * Servers whose context to add: none, this server, or all connected
     * servers. The client MAY refuse.
     */
    includeContext?: "none" | "thisServer" | "allServers";

    /**
     * Sampling temperature. It can be fractional.
     *
     * @TJS-type number
     */
    temperature?: number;

    /** Maximum number of tokens to generate. The client MAY stop earlier. */
    maxTokens: number;

    /** Strings at which the model stops generating. */
    stopSequences?: string[];

    /** Settings for the model provider, in the provider's format. */
    metadata?: object;
  };
}

/**
 * Result of `sampling/createMessage`: the message that the model generated. A
 * person should be able to review and reject the message before the server
 * receives it.
 */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** Name of the model that generated the message. */
  model: string;

  /**
   * Reason why the model stopped, if known. Model providers can use other
   * values.
   */
  stopReason?: "endTurn" | "stopSequence" | "maxTokens" | string;
}

/** Message of a conversation with a model. */
export interface SamplingMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message. */
  content: TextContent | ImageContent;
}

/* Content */

/** Base type of objects that can have annotations. */
export interface Annotated {
  /** Hints for the client about how to use and display the object. */
  annotations?: {
    /** Intended readers of the object: the user, the model or both. */
    audience?: Role[];

    /**
     * Importance of the object, from 0 (can be left out) to 1 (almost
     * required). It can be fractional.
     *
     * @TJS-type number
     * @minimum 0
     * @maximum 1
     */
    priority?: number;
  };
}

/** Text that is sent to a model or comes from a model. */
export interface TextContent extends Annotated {
  type: "text";

  /** Text of this content block. */
  text: string;
}

/** Image that is sent to a model or comes from a model. */
export interface ImageContent extends Annotated {
  type: "image";

  /**
   * Bytes of the image file, in Base64.
   *
   * @format byte
   */
  data: string;

  /**
   * MIME type of the image. The supported types depend on the model provider.
   */
  mimeType: string;
}

/* Model preferences */

/**
 * Preferences of the server for the client's choice of a model. The client
 * decides how to weigh them and MAY ignore them. Priorities range from 0 (not
 * important) to 1 (most important).
 */
export interface ModelPreferences {
  /**
   * Names of preferred models. Clients MUST check the hints in order and SHOULD
   * prefer the hints to the priorities. The priorities MAY decide between
   * models that match equally well.
   */
  hints?: ModelHint[];

  /**
   * Importance of low cost, from 0 to 1. It can be fractional.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  costPriority?: number;

  /**
   * Importance of low latency, from 0 to 1. It can be fractional.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  speedPriority?: number;

  /**
   * Importance of the model's capability, from 0 to 1. It can be fractional.
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
   * Part of a model name. Clients SHOULD accept every model whose name contains
   * this text, as `sonnet` does for all Sonnet models. Clients MAY use a
   * comparable model of another family or provider instead.
   */
  name?: string;
}

/* Completion */

/** Asks for suggestions while a user types an argument. */
export interface CompleteRequest extends Request {
  method: "completion/complete";
  params: {
    /**
     * Reference to the prompt or resource template whose argument is completed.
     */
    ref: PromptReference | ResourceReference;

    /** Argument that the user is typing. */
    argument: {
      /** Name of the argument or template variable. */
      name: string;

      /** Text that the user has typed so far. */
      value: string;
    };
  };
}

/** Result of `completion/complete`: suggestions for an argument. */
export interface CompleteResult extends Result {
  /** Suggestions, with their total number. */
  completion: {
    /** Suggested values, at most 100. */
    values: string[];

    /**
     * Total number of suggestions that exist, which can be more than were sent.
     */
    total?: number;

    /** Whether suggestions were left out, even if their number is unknown. */
    hasMore?: boolean;
  };
}

/** Identifies a resource by URI, or a resource template by URI template. */
export interface ResourceReference {
  type: "ref/resource";

  /**
   * URI of the resource, or URI template.
   *
   * @format uri-template
   */
  uri: string;
}

/** Identifies a prompt by name. */
export interface PromptReference {
  type: "ref/prompt";

  /** Name of the requested prompt. */
  name: string;
}

/* Roots */

/** Asks the client which directories and files the server may work on. */
export interface ListRootsRequest extends Request {
  method: "roots/list";
}

/**
 * Result of `roots/list`: the directories and files that the server may work
 * on.
 */
export interface ListRootsResult extends Result {
  /** Roots of the client, in any order. */
  roots: Root[];
}

/** A directory or file that the server may work on. */
export interface Root {
  /**
   * URI of the root. This revision allows only `file://` URIs; later revisions
   * may allow other schemes.
   *
   * @format uri
   */
  uri: string;

  /** Name of the root, to display it or to refer to it. */
  name?: string;
}

/**
 * Says that the client's roots have changed. The server should request the
 * roots again with `roots/list`.
 */
export interface RootsListChangedNotification extends Notification {
  method: "notifications/roots/list_changed";
}

/* Messages from the client */

/** Union of all requests that a client can send. */
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

/** Union of all notifications that a client can send. */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification;

/** Union of all results that a client can return. */
export type ClientResult = EmptyResult | CreateMessageResult | ListRootsResult;

/* Messages from the server */

/** Union of all requests that a server can send. */
export type ServerRequest =
  PingRequest | CreateMessageRequest | ListRootsRequest;

/** Union of all notifications that a server can send. */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification;

/** Union of all results that a server can return. */
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
