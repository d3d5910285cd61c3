// Data model of the MCP revision that this folder is named after, written by
// mcp-codegen (MIT, see LICENSE). Its structure equals that of the
// specification's schema.ts; ../revisions.json contains the fingerprint. The
// comments are not upstream's.

/* JSON-RPC */

/**
 * JSON-RPC message on the wire, in either direction.
 *
 * @category JSON-RPC
 */
export type JSONRPCMessage =
  JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;

/**
 * Version string of this revision, as exchanged on the wire.
 *
 * @internal
 */
export const LATEST_PROTOCOL_VERSION = "2025-11-25";

/**
 * Value of the `jsonrpc` member of each message.
 *
 * @internal
 */
export const JSONRPC_VERSION = "2.0";

/**
 * Token that links progress notifications to a request. The requester chooses
 * the token and keeps it unique among its active requests.
 *
 * @category Common Types
 */
export type ProgressToken = string | number;

/**
 * Position in a paged list. Only the side that issued the cursor can interpret
 * it; the other side returns it unchanged.
 *
 * @category Common Types
 */
export type Cursor = string;

/**
 * Base type of the parameters of requests that can run as a task.
 *
 * @internal
 */
export interface TaskAugmentedRequestParams extends RequestParams {
  /**
   * If present, asks the receiver to run the request as a task. The receiver
   * then answers with a CreateTaskResult at once, and `tasks/result` returns
   * the result later. Requesters MUST use this member only for request types
   * that the receiver declared in its `tasks` capability.
   */
  task?: TaskMetadata;
}

/**
 * Base type of the parameters of all requests.
 *
 * @internal
 */
export interface RequestParams {
  /** Metadata of the request; the protocol reserves some keys. */
  _meta?: {
    /**
     * Token for progress notifications. If present, the sender asks for these
     * notifications, and each of them repeats the token. The receiver need not
     * send any.
     */
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
}

/**
 * Base type of all requests.
 *
 * @internal
 */
export interface Request {
  /** Method of the request, such as `tools/call`. */
  method: string;

  /**
   * Parameters of the request. Any members are allowed here, because each
   * request type declares specific members.
   */
  params?: { [key: string]: any };
}

/**
 * Base type of the parameters of all notifications.
 *
 * @internal
 */
export interface NotificationParams {
  /** Metadata of the notification; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Base type of all notifications.
 *
 * @internal
 */
export interface Notification {
  /** Method of the notification, such as `notifications/progress`. */
  method: string;

  /**
   * Parameters of the notification. Any members are allowed here, because each
   * notification type declares specific members.
   */
  params?: { [key: string]: any };
}

/**
 * Base type of all results. Results can have members that are not declared
 * here.
 *
 * @category Common Types
 */
export interface Result {
  /** Metadata of the result; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * Error object: the `error` member of the response to a failed request.
 *
 * @category Common Types
 */
export interface Error {
  /** Error code, which classifies the failure. */
  code: number;

  /** Description of the failure; SHOULD be one short sentence. */
  message: string;

  /** Details of the error, in a format that the sender chooses. */
  data?: unknown;
}

/**
 * Identifier that links a response to its request. It is never null.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * JSON-RPC request, which the receiver answers.
 *
 * @category JSON-RPC
 */
export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;

  /**
   * Identifier of the request, chosen by the sender. The response repeats the
   * identifier.
   */
  id: RequestId;
}

/**
 * JSON-RPC notification, which is never answered.
 *
 * @category JSON-RPC
 */
export interface JSONRPCNotification extends Notification {
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * JSON-RPC response to a request that succeeded.
 *
 * @category JSON-RPC
 */
export interface JSONRPCResultResponse {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the request that is answered. */
  id: RequestId;

  /** Result of the request. */
  result: Result;
}

/**
 * JSON-RPC response to a request that failed.
 *
 * @category JSON-RPC
 */
export interface JSONRPCErrorResponse {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the failed request. Absent if the receiver could not read the id. */
  id?: RequestId;

  /** Error object that describes the failure. */
  error: Error;
}

/**
 * JSON-RPC response to a request, with either a result or an error.
 *
 * @category JSON-RPC
 */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

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

/* Error codes of MCP */

/**
 * Error code: the user must first complete one or more URL elicitations.
 *
 * @internal
 */
export const URL_ELICITATION_REQUIRED = -32042;

/**
 * Response with code -32042: the user must complete the listed elicitations before the request can
 * succeed.
 *
 * @internal
 */
export interface URLElicitationRequiredError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {
  /** Error object with a fixed code. */
  error: Error & {
    code: typeof URL_ELICITATION_REQUIRED;

    /** Actions that are required before the request can succeed. */
    data: {
      /** Elicitations to complete; all of them use URL mode. */
      elicitations: ElicitRequestURLParams[];
      [key: string]: unknown;
    };
  };
}

/* Empty result */

/**
 * Result of an operation that succeeded and returns no data.
 *
 * @category Common Types
 */
export type EmptyResult = Result;

/* Cancellation */

/**
 * Params of `notifications/cancelled`.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotificationParams extends NotificationParams {
  /**
   * Id of the request to cancel. The sender of this notification MUST also be
   * the sender of that request. The id MUST be present for an ordinary request
   * and MUST NOT name a request that runs as a task.
   */
  requestId?: RequestId;

  /**
   * Reason for the cancellation, in words. It MAY be written to a log or shown
   * to a person.
   */
  reason?: string;
}

/**
 * Says that the sender no longer wants the response to a request; the receiver
 * SHOULD stop its work. The notification can arrive after the work is done.
 * Either side can send it. A client MUST NOT cancel `initialize`; a task is
 * cancelled with `tasks/cancel` instead.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotification extends JSONRPCNotification {
  method: "notifications/cancelled";
  params: CancelledNotificationParams;
}

/* Lifecycle */

/**
 * Params of `initialize`.
 *
 * @category `initialize`
 */
export interface InitializeRequestParams extends RequestParams {
  /**
   * Newest protocol version that the client supports. The client MAY also
   * support older versions.
   */
  protocolVersion: string;

  /** Features that the client supports. */
  capabilities: ClientCapabilities;

  /** Name and version of the client software. */
  clientInfo: Implementation;
}

/**
 * Opens a session. The client sends this request first, with its protocol
 * version, identity and capabilities.
 *
 * @category `initialize`
 */
export interface InitializeRequest extends JSONRPCRequest {
  method: "initialize";
  params: InitializeRequestParams;
}

/**
 * Result of `initialize`: protocol version, identity and capabilities of the
 * server.
 *
 * @category `initialize`
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
 *
 * @category `notifications/initialized`
 */
export interface InitializedNotification extends JSONRPCNotification {
  method: "notifications/initialized";
  params?: NotificationParams;
}

/* Capabilities */

/**
 * Features that a client supports. A member that is present declares support
 * for its feature. Undeclared members are allowed.
 *
 * @category `initialize`
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
  sampling?: {
    /**
     * Present if the client supports `includeContext`. Otherwise servers SHOULD
     * leave `includeContext` out or set it to `none`.
     */
    context?: object;

    /**
     * Present if the client supports `tools` and `toolChoice` in sampling
     * requests.
     */
    tools?: object;
  };

  /**
   * Capability of clients that answer `elicitation/create`. With `form`, the
   * client shows a form. With `url`, the client sends the user to a web page.
   * An empty object means form mode only.
   */
  elicitation?: { form?: object; url?: object };

  /** Capability of clients that can run requests from the server as tasks. */
  tasks?: {
    /** Present if the client answers `tasks/list`. */
    list?: object;

    /** Present if the client answers `tasks/cancel`. */
    cancel?: object;

    /** Request types that can run as tasks. */
    requests?: {
      /** Sampling requests that can run as tasks. */
      sampling?: {
        /** Present if `sampling/createMessage` can run as a task. */
        createMessage?: object;
      };

      /** Elicitation requests that can run as tasks. */
      elicitation?: {
        /** Present if `elicitation/create` can run as a task. */
        create?: object;
      };
    };
  };
}

/**
 * Features that a server supports. A member that is present declares support
 * for its feature. Undeclared members are allowed.
 *
 * @category `initialize`
 */
export interface ServerCapabilities {
  /** Experimental features that MCP does not define, by name. */
  experimental?: { [key: string]: object };

  /** Capability of servers that send `notifications/message`. */
  logging?: object;

  /** Capability of servers that answer `completion/complete`. */
  completions?: object;

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

  /** Capability of servers that can run requests from the client as tasks. */
  tasks?: {
    /** Present if the server answers `tasks/list`. */
    list?: object;

    /** Present if the server answers `tasks/cancel`. */
    cancel?: object;

    /** Request types that can run as tasks. */
    requests?: {
      /** Tool requests that can run as tasks. */
      tools?: {
        /**
         * Present if `tools/call` can run as a task. Each tool declares its
         * support; see ToolExecution.
         */
        call?: object;
      };
    };
  };
}

/* Names and identity */

/**
 * An image for use in a user interface.
 *
 * @category Common Types
 */
export interface Icon {
  /**
   * URL of the image: an http(s) URL, or a `data:` URI in Base64. Consumers
   * SHOULD accept only hosts that they trust, such as the peer's own domain.
   * Consumers SHOULD treat SVG with care, because it can contain scripts.
   *
   * @format uri
   */
  src: string;

  /**
   * MIME type of the image, for a URL that reports no type or a type that is
   * too general.
   */
  mimeType?: string;

  /**
   * Sizes for which the image is suitable, such as `48x48`, or `any` for a
   * scalable image. If absent, the image is suitable for every size.
   */
  sizes?: string[];

  /**
   * Background theme for which the image was drawn. If absent, the image suits
   * both themes.
   */
  theme?: "light" | "dark";
}

/**
 * Base type of objects with icons.
 *
 * @internal
 */
export interface Icons {
  /**
   * Images that represent the object, in several sizes or formats. A client
   * that shows icons MUST be able to show PNG and JPEG, and SHOULD be able to
   * show SVG and WebP.
   */
  icons?: Icon[];
}

/**
 * Base type of objects with a name and a title.
 *
 * @internal
 */
export interface BaseMetadata {
  /** Identifier for programs. Shown to people only if there is no title. */
  name: string;

  /**
   * Name for people, without jargon. If it is absent, `name` is shown instead;
   * for a tool, `annotations.title` takes precedence over `name`.
   */
  title?: string;
}

/**
 * Identity and description of a client or server program.
 *
 * @category `initialize`
 */
export interface Implementation extends BaseMetadata, Icons {
  /** Version of the client or server program, in any format. */
  version: string;

  /** Description of the program, for people. */
  description?: string;

  /**
   * Home page of the program.
   *
   * @format uri
   */
  websiteUrl?: string;
}

/* Ping */

/**
 * Asks whether the other side still responds. Either side can send this
 * request. A receiver that does not answer promptly risks disconnection.
 *
 * @category `ping`
 */
export interface PingRequest extends JSONRPCRequest {
  method: "ping";
  params?: RequestParams;
}

/* Progress */

/**
 * Params of `notifications/progress`.
 *
 * @category `notifications/progress`
 */
export interface ProgressNotificationParams extends NotificationParams {
  /**
   * Progress token from the `_meta` of the request that this notification
   * reports on.
   */
  progressToken: ProgressToken;

  /**
   * Amount of work done so far. The value grows with each notification, even if
   * no total is known. It can be fractional.
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

  /** Description of the current step of the work. */
  message?: string;
}

/**
 * Reports the progress of a long request to its sender, which supplied a
 * progress token.
 *
 * @category `notifications/progress`
 */
export interface ProgressNotification extends JSONRPCNotification {
  method: "notifications/progress";
  params: ProgressNotificationParams;
}

/* Pagination */

/**
 * Base type of the parameters of requests that are answered page by page.
 *
 * @internal
 */
export interface PaginatedRequestParams extends RequestParams {
  /**
   * Position at which the requested page starts: a `nextCursor` from an earlier
   * result. Without it, the first page is requested.
   */
  cursor?: Cursor;
}

/**
 * Base type of requests that are answered page by page.
 *
 * @internal
 */
export interface PaginatedRequest extends JSONRPCRequest {
  params?: PaginatedRequestParams;
}

/**
 * Base type of results that contain one page of a list.
 *
 * @internal
 */
export interface PaginatedResult extends Result {
  /** Cursor of the next page. Absent on the last page. */
  nextCursor?: Cursor;
}

/* Resources */

/**
 * Asks for the server's resources.
 *
 * @category `resources/list`
 */
export interface ListResourcesRequest extends PaginatedRequest {
  method: "resources/list";
}

/**
 * One page of the server's resources.
 *
 * @category `resources/list`
 */
export interface ListResourcesResult extends PaginatedResult {
  /** Resources on this page of the list. */
  resources: Resource[];
}

/**
 * Asks for the server's resource templates.
 *
 * @category `resources/templates/list`
 */
export interface ListResourceTemplatesRequest extends PaginatedRequest {
  method: "resources/templates/list";
}

/**
 * One page of the server's resource templates.
 *
 * @category `resources/templates/list`
 */
export interface ListResourceTemplatesResult extends PaginatedResult {
  /** Resource templates on this page of the list. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * Base type of the parameters of requests about one resource.
 *
 * @internal
 */
export interface ResourceRequestParams extends RequestParams {
  /**
   * URI of the resource. Every scheme is allowed, and the server defines what
   * the URI means.
   *
   * @format uri
   */
  uri: string;
}

/**
 * Params of `resources/read`.
 *
 * @category `resources/read`
 */
export interface ReadResourceRequestParams extends ResourceRequestParams {}

/**
 * Asks for the contents of a resource.
 *
 * @category `resources/read`
 */
export interface ReadResourceRequest extends JSONRPCRequest {
  method: "resources/read";
  params: ReadResourceRequestParams;
}

/**
 * Result of `resources/read`: the contents of a resource.
 *
 * @category `resources/read`
 */
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
 *
 * @category `notifications/resources/list_changed`
 */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  method: "notifications/resources/list_changed";
  params?: NotificationParams;
}

/**
 * Params of `resources/subscribe`.
 *
 * @category `resources/subscribe`
 */
export interface SubscribeRequestParams extends ResourceRequestParams {}

/**
 * Subscribes to a resource: the server sends `notifications/resources/updated`
 * each time the resource changes.
 *
 * @category `resources/subscribe`
 */
export interface SubscribeRequest extends JSONRPCRequest {
  method: "resources/subscribe";
  params: SubscribeRequestParams;
}

/**
 * Params of `resources/unsubscribe`.
 *
 * @category `resources/unsubscribe`
 */
export interface UnsubscribeRequestParams extends ResourceRequestParams {}

/**
 * Ends a subscription that was created with `resources/subscribe`.
 *
 * @category `resources/unsubscribe`
 */
export interface UnsubscribeRequest extends JSONRPCRequest {
  method: "resources/unsubscribe";
  params: UnsubscribeRequestParams;
}

/**
 * Params of `notifications/resources/updated`.
 *
 * @category `notifications/resources/updated`
 */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  /**
   * URI of the resource that changed. This resource can be a part of the
   * resource that the client subscribed to.
   *
   * @format uri
   */
  uri: string;
}

/**
 * Says that a resource has changed, so that contents read earlier can be
 * outdated. Sent only to clients that subscribed to the resource.
 *
 * @category `notifications/resources/updated`
 */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  method: "notifications/resources/updated";
  params: ResourceUpdatedNotificationParams;
}

/**
 * Resource that the server can read, as listed to clients.
 *
 * @category `resources/list`
 */
export interface Resource extends BaseMetadata, Icons {
  /**
   * URI that identifies the resource.
   *
   * @format uri
   */
  uri: string;

  /** Description of the resource's contents, for models and people. */
  description?: string;

  /** MIME type of the resource's contents, if known. */
  mimeType?: string;

  /** Hints for the client about how to use and display the object. */
  annotations?: Annotations;

  /**
   * Size of the resource's contents in bytes, before encoding, if known. Hosts
   * can estimate the required context from this size.
   */
  size?: number;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Template for the URIs of a group of resources.
 *
 * @category `resources/templates/list`
 */
export interface ResourceTemplate extends BaseMetadata, Icons {
  /**
   * RFC 6570 template that expands to the URI of a resource.
   *
   * @format uri-template
   */
  uriTemplate: string;

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

  /** Hints for the client about how to use and display the object. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Base type of the contents of a resource or of a part of a resource.
 *
 * @internal
 */
export interface ResourceContents {
  /**
   * URI of the resource, or of a part of the resource.
   *
   * @format uri
   */
  uri: string;

  /** MIME type of the contents, if known. */
  mimeType?: string;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Contents of a resource in text form.
 *
 * @category Content
 */
export interface TextResourceContents extends ResourceContents {
  /** Text of the contents. MUST NOT contain binary data. */
  text: string;
}

/**
 * Contents of a resource in binary form.
 *
 * @category Content
 */
export interface BlobResourceContents extends ResourceContents {
  /**
   * Bytes of the contents, in Base64.
   *
   * @format byte
   */
  blob: string;
}

/* Prompts */

/**
 * Asks for the server's prompts.
 *
 * @category `prompts/list`
 */
export interface ListPromptsRequest extends PaginatedRequest {
  method: "prompts/list";
}

/**
 * One page of the server's prompts.
 *
 * @category `prompts/list`
 */
export interface ListPromptsResult extends PaginatedResult {
  /** Prompts on this page of the list. */
  prompts: Prompt[];
}

/**
 * Params of `prompts/get`.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequestParams extends RequestParams {
  /** Name of the requested prompt. */
  name: string;

  /** Argument values by argument name. */
  arguments?: { [key: string]: string };
}

/**
 * Asks for a prompt, filled in with the given arguments.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequest extends JSONRPCRequest {
  method: "prompts/get";
  params: GetPromptRequestParams;
}

/**
 * Result of `prompts/get`: a prompt with its arguments filled in.
 *
 * @category `prompts/get`
 */
export interface GetPromptResult extends Result {
  /** Purpose of the prompt. */
  description?: string;

  /** The messages of the prompt, in order. */
  messages: PromptMessage[];
}

/**
 * Prompt, as listed to clients. A prompt with arguments is a template.
 *
 * @category `prompts/list`
 */
export interface Prompt extends BaseMetadata, Icons {
  /** Purpose of the prompt. */
  description?: string;

  /** Arguments that the prompt takes. */
  arguments?: PromptArgument[];

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Argument of a prompt.
 *
 * @category `prompts/list`
 */
export interface PromptArgument extends BaseMetadata {
  /** Description of the argument's value, for people. */
  description?: string;

  /** Whether `prompts/get` fails without this argument. */
  required?: boolean;
}

/**
 * Speaker of a message: the user or the model.
 *
 * @category Common Types
 */
export type Role = "user" | "assistant";

/**
 * Message of a prompt. Unlike a SamplingMessage, a prompt message can embed or
 * link a resource.
 *
 * @category `prompts/get`
 */
export interface PromptMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message. */
  content: ContentBlock;
}

/**
 * Link to a resource, within a prompt or a tool result. `resources/list` need
 * not include the resource.
 *
 * @category Content
 */
export interface ResourceLink extends Resource {
  type: "resource_link";
}

/**
 * Contents of a resource, within a prompt or a tool result. The client decides
 * how to show the contents.
 *
 * @category Content
 */
export interface EmbeddedResource {
  type: "resource";

  /** Contents of the embedded resource. */
  resource: TextResourceContents | BlobResourceContents;

  /** Hints for the client about how to use and display the object. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Says that the server's list of prompts has changed. The server can send this
 * notification even if the client did not subscribe to anything.
 *
 * @category `notifications/prompts/list_changed`
 */
export interface PromptListChangedNotification extends JSONRPCNotification {
  method: "notifications/prompts/list_changed";
  params?: NotificationParams;
}

/* Tools */

/**
 * Asks for the server's tools.
 *
 * @category `tools/list`
 */
export interface ListToolsRequest extends PaginatedRequest {
  method: "tools/list";
}

/**
 * One page of the server's tools.
 *
 * @category `tools/list`
 */
export interface ListToolsResult extends PaginatedResult {
  /** Tools on this page of the list. */
  tools: Tool[];
}

/**
 * Result of `tools/call`.
 *
 * @category `tools/call`
 */
export interface CallToolResult extends Result {
  /** Output of the tool, for the model. */
  content: ContentBlock[];

  /**
   * Output of the tool as a JSON object. It conforms to the tool's
   * `outputSchema`, if the tool has one.
   */
  structuredContent?: { [key: string]: unknown };

  /**
   * Whether the tool failed. Absent means false. A tool SHOULD report its own
   * failure here, so that the model sees the failure and can react. An unknown
   * tool or missing tool support is a JSON-RPC error instead.
   */
  isError?: boolean;
}

/**
 * Params of `tools/call`.
 *
 * @category `tools/call`
 */
export interface CallToolRequestParams extends TaskAugmentedRequestParams {
  /** Name of the tool to run. */
  name: string;

  /** Input of the tool, which must match the tool's `inputSchema`. */
  arguments?: { [key: string]: unknown };
}

/**
 * Asks the server to run a tool.
 *
 * @category `tools/call`
 */
export interface CallToolRequest extends JSONRPCRequest {
  method: "tools/call";
  params: CallToolRequestParams;
}

/**
 * Says that the server's list of tools has changed. The server can send this
 * notification even if the client did not subscribe to anything.
 *
 * @category `notifications/tools/list_changed`
 */
export interface ToolListChangedNotification extends JSONRPCNotification {
  method: "notifications/tools/list_changed";
  params?: NotificationParams;
}

/**
 * Hints about the behaviour of a tool. Hints can be wrong: clients should not
 * base decisions about tool use on hints from a server that they do not trust.
 *
 * @category `tools/list`
 */
export interface ToolAnnotations {
  /** Name of the tool, for people. */
  title?: string;

  /** True if the tool does not modify its environment. Default: false. */
  readOnlyHint?: boolean;

  /**
   * True if the tool may delete or overwrite data; false if it only adds data.
   * Applies only when `readOnlyHint` is false. Default: true.
   */
  destructiveHint?: boolean;

  /**
   * True if repeating a call with equal arguments has no further effect.
   * Applies only when `readOnlyHint` is false. Default: false.
   */
  idempotentHint?: boolean;

  /**
   * True if the tool interacts with external systems, such as a web search.
   * False if the tool works in a closed domain, such as a memory store.
   * Default: true.
   */
  openWorldHint?: boolean;
}

/**
 * Settings for how a tool is run.
 *
 * @category `tools/list`
 */
export interface ToolExecution {
  /**
   * Whether calls of the tool run as tasks: never (`forbidden`), if the client
   * asks (`optional`) or always (`required`). Default: `forbidden`.
   */
  taskSupport?: "forbidden" | "optional" | "required";
}

/**
 * Tool, as listed to clients.
 *
 * @category `tools/list`
 */
export interface Tool extends BaseMetadata, Icons {
  /** Description of the tool, for models and people. */
  description?: string;

  /** JSON Schema of the tool's arguments. The root type is always `object`. */
  inputSchema: {
    /**
     * URI of the schema's dialect. If absent, the dialect is JSON Schema
     * 2020-12.
     */
    $schema?: string;
    type: "object";

    /** Schemas of the arguments, by argument name. */
    properties?: { [key: string]: object };

    /** Names of the required arguments. */
    required?: string[];
  };

  /** Settings for how the tool is run. */
  execution?: ToolExecution;

  /**
   * JSON Schema of `structuredContent` in the results of this tool. The root
   * type is always `object`.
   */
  outputSchema?: {
    /**
     * URI of the schema's dialect. If absent, the dialect is JSON Schema
     * 2020-12.
     */
    $schema?: string;
    type: "object";

    /** Schemas of the members, by member name. */
    properties?: { [key: string]: object };

    /** Names of the members that are always present. */
    required?: string[];
  };

  /**
   * Hints about the behaviour of the tool. The name to show is `title`; without
   * it, `annotations.title`; without both, `name`.
   */
  annotations?: ToolAnnotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/* Tasks */

/**
 * State of a task. It starts as `working`; the last three states are final.
 *
 * @category `tasks`
 */
export type TaskStatus =
  | "working" // The task is in progress.
  | "input_required" // The task waits for the requester, for example for an elicitation or sampling.
  | "completed" // The task succeeded, and its result can be fetched.
  | "failed" // The task failed. A tool result with `isError` also counts as a failure.
  | "cancelled"; // The task was stopped before it finished.

/**
 * Value of `params.task`, which asks the receiver to run the request as a task.
 *
 * @category `tasks`
 */
export interface TaskMetadata {
  /**
   * Time for which the requester wants the task to be kept, in milliseconds
   * after its creation.
   */
  ttl?: number;
}

/**
 * Links a message to a task. Value of `io.modelcontextprotocol/related-task` in
 * the message's `_meta`.
 *
 * @category `tasks`
 */
export interface RelatedTaskMetadata {
  /** Identifier of the task to which the message belongs. */
  taskId: string;
}

/**
 * Task: a request that runs in the background, as reported by the receiver of
 * the request.
 *
 * @category `tasks`
 */
export interface Task {
  /** Identifier of the task, generated by the receiver of the request. */
  taskId: string;

  /** State of the task. */
  status: TaskStatus;

  /**
   * Description of the task's state, such as the reason for a cancellation or
   * failure.
   */
  statusMessage?: string;

  /** Time of the task's creation (ISO 8601). */
  createdAt: string;

  /** Time of the task's last change (ISO 8601). */
  lastUpdatedAt: string;

  /**
   * Time for which the receiver keeps the task, in milliseconds after its
   * creation; null means no limit.
   *
   * @nullable
   */
  ttl: number | null;

  /** Time that requesters should wait between two polls, in milliseconds. */
  pollInterval?: number;
}

/**
 * Immediate result of a request that runs as a task: the new task.
 *
 * @category `tasks`
 */
export interface CreateTaskResult extends Result {
  /** Task that was created for the request. */
  task: Task;
}

/**
 * Asks for the state of a task.
 *
 * @category `tasks/get`
 */
export interface GetTaskRequest extends JSONRPCRequest {
  method: "tasks/get";
  params: {
    /** Identifier of the task. */
    taskId: string;
  };
}

/**
 * Result of `tasks/get`: the state of a task.
 *
 * @category `tasks/get`
 */
export type GetTaskResult = Result & Task;

/**
 * Asks for the outcome of a task. The receiver answers after the task has
 * ended.
 *
 * @category `tasks/result`
 */
export interface GetTaskPayloadRequest extends JSONRPCRequest {
  method: "tasks/result";
  params: {
    /** Identifier of the task. */
    taskId: string;
  };
}

/**
 * Outcome of a task: the result that the original request would have returned,
 * such as a CallToolResult for `tools/call`.
 *
 * @category `tasks/result`
 */
export interface GetTaskPayloadResult extends Result {
  /** Members of the original request's result. */
  [key: string]: unknown;
}

/**
 * Asks the receiver to stop a task. The receiver refuses to stop a task that
 * has already ended.
 *
 * @category `tasks/cancel`
 */
export interface CancelTaskRequest extends JSONRPCRequest {
  method: "tasks/cancel";
  params: {
    /** Identifier of the task. */
    taskId: string;
  };
}

/**
 * Result of `tasks/cancel`: the state of the task after the cancellation.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskResult = Result & Task;

/**
 * Asks for the list of the requester's tasks.
 *
 * @category `tasks/list`
 */
export interface ListTasksRequest extends PaginatedRequest {
  method: "tasks/list";
}

/**
 * Result of `tasks/list`: one page of the requester's tasks.
 *
 * @category `tasks/list`
 */
export interface ListTasksResult extends PaginatedResult {
  /** Tasks on this page of the list. */
  tasks: Task[];
}

/**
 * Params of `notifications/tasks/status`: the current state of the task.
 *
 * @category `notifications/tasks/status`
 */
export type TaskStatusNotificationParams = NotificationParams & Task;

/**
 * Says that the state of a task has changed. Receivers can omit this
 * notification, so requesters keep polling.
 *
 * @category `notifications/tasks/status`
 */
export interface TaskStatusNotification extends JSONRPCNotification {
  method: "notifications/tasks/status";
  params: TaskStatusNotificationParams;
}

/* Logging */

/**
 * Params of `logging/setLevel`.
 *
 * @category `logging/setLevel`
 */
export interface SetLevelRequestParams extends RequestParams {
  /**
   * Lowest severity of the log messages that the client wants to receive. The
   * server must not send less severe messages.
   */
  level: LoggingLevel;
}

/**
 * Sets the lowest severity of the log messages that the server sends.
 *
 * @category `logging/setLevel`
 */
export interface SetLevelRequest extends JSONRPCRequest {
  method: "logging/setLevel";
  params: SetLevelRequestParams;
}

/**
 * Params of `notifications/message`.
 *
 * @category `notifications/message`
 */
export interface LoggingMessageNotificationParams extends NotificationParams {
  /** Severity of the log message. */
  level: LoggingLevel;

  /** Name of the component that wrote the log message. */
  logger?: string;

  /**
   * Content of the log message: a string, an object or any other JSON value.
   */
  data: unknown;
}

/**
 * Log message from the server. Until the client sets a level, the server MAY
 * choose the messages to send.
 *
 * @category `notifications/message`
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  method: "notifications/message";
  params: LoggingMessageNotificationParams;
}

/**
 * Severities of log messages, from RFC 5424 (syslog), least severe first.
 *
 * @category Common Types
 */
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
 * Params of `sampling/createMessage`.
 *
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequestParams extends TaskAugmentedRequestParams {
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
   * Servers whose context to add: none, this server, or all connected servers.
   * The client MAY refuse. Default: `none`. Servers SHOULD send the values
   * `thisServer` and `allServers` only to clients with `sampling.context`.
   * These two values are deprecated.
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

  /**
   * Tools that the model may call. A client that has not declared
   * `sampling.tools` MUST answer with an error.
   */
  tools?: Tool[];

  /**
   * Whether the model can or must call tools; the default mode is `auto`. A
   * client that has not declared `sampling.tools` MUST answer with an error.
   */
  toolChoice?: ToolChoice;
}

/**
 * Whether the model can or must call tools during sampling.
 *
 * @category `sampling/createMessage`
 */
export interface ToolChoice {
  /**
   * `auto`: the model decides (default). `required`: the model MUST call a tool
   * before it finishes. `none`: the model MUST NOT call any tool.
   */
  mode?: "auto" | "required" | "none";
}

/**
 * Asks the client to generate a message with a model that the client chooses. A
 * person should be able to review and refuse the request first.
 *
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequest extends JSONRPCRequest {
  method: "sampling/createMessage";
  params: CreateMessageRequestParams;
}

/**
 * Result of `sampling/createMessage`: the message that the model generated. A
 * person should be able to review and reject the message before the server
 * receives it.
 *
 * @category `sampling/createMessage`
 */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** Name of the model that generated the message. */
  model: string;

  /**
   * Reason why the model stopped, if known: end of its turn, a stop sequence,
   * the token limit, or a tool call. Model providers can use other values.
   */
  stopReason?: "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string;
}

/**
 * Message of a conversation with a model.
 *
 * @category `sampling/createMessage`
 */
export interface SamplingMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message: one block or several blocks. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Kinds of content that a conversation with a model can hold.
 *
 * @category `sampling/createMessage`
 */
export type SamplingMessageContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ToolUseContent
  | ToolResultContent;

/* Content */

/**
 * Hints for the client about how to use and display the object.
 *
 * @category Common Types
 */
export interface Annotations {
  /** Intended readers of the object: the user, the model or both. */
  audience?: Role[];

  /**
   * Importance of the object, from 0 (can be left out) to 1 (almost required).
   * It can be fractional.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  priority?: number;

  /**
   * Time of the last change of the object; should be in ISO 8601 format, such
   * as `2025-01-12T15:00:58Z`.
   */
  lastModified?: string;
}

/**
 * Content block in a prompt or a tool result.
 *
 * @category Content
 */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/**
 * Text that is sent to a model or comes from a model.
 *
 * @category Content
 */
export interface TextContent {
  type: "text";

  /** Text of this content block. */
  text: string;

  /** Hints for the client about how to use and display the object. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Image that is sent to a model or comes from a model.
 *
 * @category Content
 */
export interface ImageContent {
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

  /** Hints for the client about how to use and display the object. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Audio that is sent to a model or comes from a model.
 *
 * @category Content
 */
export interface AudioContent {
  type: "audio";

  /**
   * Bytes of the audio file, in Base64.
   *
   * @format byte
   */
  data: string;

  /**
   * MIME type of the audio. The supported types depend on the model provider.
   */
  mimeType: string;

  /** Hints for the client about how to use and display the object. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Content block by which the model asks for a tool call.
 *
 * @category `sampling/createMessage`
 */
export interface ToolUseContent {
  type: "tool_use";

  /**
   * Identifier of the tool call. The matching ToolResultContent repeats the
   * identifier.
   */
  id: string;

  /** Name of the tool to run. */
  name: string;

  /**
   * Arguments for the tool, which must match the tool's `inputSchema`.
   */
  input: { [key: string]: unknown };

  /**
   * Metadata of the tool call. Clients SHOULD keep the metadata when they send
   * the block again, because it can help caching.
   */
  _meta?: { [key: string]: unknown };
}

/**
 * Outcome of a tool call, returned to the model in a message with the role
 * `user`.
 *
 * @category `sampling/createMessage`
 */
export interface ToolResultContent {
  type: "tool_result";

  /**
   * `id` of the ToolUseContent that this result answers. MUST refer to an
   * earlier block.
   */
  toolUseId: string;

  /** Output of the tool, as in CallToolResult. */
  content: ContentBlock[];

  /**
   * Output of the tool as a JSON object. It SHOULD conform to the tool's
   * `outputSchema`, if the tool has one.
   */
  structuredContent?: { [key: string]: unknown };

  /**
   * Whether the tool failed; the content usually gives the reason. Default:
   * false.
   */
  isError?: boolean;

  /**
   * Metadata of the outcome. Clients SHOULD keep the metadata when they send
   * the block again, because it can help caching.
   */
  _meta?: { [key: string]: unknown };
}

/* Model preferences */

/**
 * Preferences of the server for the client's choice of a model. The client
 * decides how to weigh them and MAY ignore them. Priorities range from 0 (not
 * important) to 1 (most important).
 *
 * @category `sampling/createMessage`
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
 *
 * @category `sampling/createMessage`
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

/**
 * Params of `completion/complete`.
 *
 * @category `completion/complete`
 */
export interface CompleteRequestParams extends RequestParams {
  /**
   * Reference to the prompt or resource template whose argument is completed.
   */
  ref: PromptReference | ResourceTemplateReference;

  /** Argument that the user is typing. */
  argument: {
    /** Name of the argument or template variable. */
    name: string;

    /** Text that the user has typed so far. */
    value: string;
  };

  /** Context that the server can use to choose suggestions. */
  context?: {
    /**
     * Values that the user has already chosen for other arguments or template
     * variables, by name.
     */
    arguments?: { [key: string]: string };
  };
}

/**
 * Asks for suggestions while a user types an argument.
 *
 * @category `completion/complete`
 */
export interface CompleteRequest extends JSONRPCRequest {
  method: "completion/complete";
  params: CompleteRequestParams;
}

/**
 * Result of `completion/complete`: suggestions for an argument.
 *
 * @category `completion/complete`
 */
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

/**
 * Identifies a resource by URI, or a resource template by URI template.
 *
 * @category `completion/complete`
 */
export interface ResourceTemplateReference {
  type: "ref/resource";

  /**
   * URI of the resource, or URI template.
   *
   * @format uri-template
   */
  uri: string;
}

/**
 * Identifies a prompt by name.
 *
 * @category `completion/complete`
 */
export interface PromptReference extends BaseMetadata {
  type: "ref/prompt";
}

/* Roots */

/**
 * Asks the client which directories and files the server may work on.
 *
 * @category `roots/list`
 */
export interface ListRootsRequest extends JSONRPCRequest {
  method: "roots/list";
  params?: RequestParams;
}

/**
 * Result of `roots/list`: the directories and files that the server may work
 * on.
 *
 * @category `roots/list`
 */
export interface ListRootsResult extends Result {
  /** Roots of the client, in any order. */
  roots: Root[];
}

/**
 * A directory or file that the server may work on.
 *
 * @category `roots/list`
 */
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

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Says that the client's roots have changed. The server should request the
 * roots again with `roots/list`.
 *
 * @category `notifications/roots/list_changed`
 */
export interface RootsListChangedNotification extends JSONRPCNotification {
  method: "notifications/roots/list_changed";
  params?: NotificationParams;
}

/* Elicitation */

/**
 * Params of `elicitation/create` in form mode. Servers MUST NOT request secrets
 * with a form.
 *
 * @category `elicitation/create`
 */
export interface ElicitRequestFormParams extends TaskAugmentedRequestParams {
  /**
   * Mode of the elicitation: a form. If the mode is absent, a form is also
   * used.
   */
  mode?: "form";

  /** Message to show to the user about the requested data. */
  message: string;

  /**
   * Form to show, as a restricted JSON Schema: one level of properties, and
   * each property is a form field.
   */
  requestedSchema: {
    /**
     * URI of the schema's dialect. If absent, the dialect is JSON Schema
     * 2020-12.
     */
    $schema?: string;
    type: "object";

    /** Fields of the form, by name. */
    properties: {
      [key: string]: PrimitiveSchemaDefinition;
    };

    /** Names of the required form fields. */
    required?: string[];
  };
}

/**
 * Params of `elicitation/create` in URL mode. The user interacts with a web
 * page; the client does not see the data.
 *
 * @category `elicitation/create`
 */
export interface ElicitRequestURLParams extends TaskAugmentedRequestParams {
  /** Mode of the elicitation: a web page. */
  mode: "url";

  /** Message to show to the user about the reason for opening the page. */
  message: string;

  /**
   * Identifier of the elicitation, unique within the server. Clients MUST treat
   * it as opaque.
   */
  elicitationId: string;

  /**
   * URL of the page to open after the user has agreed.
   *
   * @format uri
   */
  url: string;
}

/**
 * Params of `elicitation/create`, in either mode.
 *
 * @category `elicitation/create`
 */
export type ElicitRequestParams =
  ElicitRequestFormParams | ElicitRequestURLParams;

/**
 * Asks the user for input, through the client.
 *
 * @category `elicitation/create`
 */
export interface ElicitRequest extends JSONRPCRequest {
  method: "elicitation/create";
  params: ElicitRequestParams;
}

/* Elicitation forms */

/**
 * Schema of one form field: a primitive, or a choice among strings.
 *
 * @category `elicitation/create`
 */
export type PrimitiveSchemaDefinition =
  StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/**
 * Form field for text.
 *
 * @category `elicitation/create`
 */
export interface StringSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Minimum number of characters. */
  minLength?: number;

  /** Maximum number of characters. */
  maxLength?: number;

  /** Required format of the text. */
  format?: "email" | "uri" | "date" | "date-time";

  /** Initial value of the form field. */
  default?: string;
}

/**
 * Form field for a number.
 *
 * @category `elicitation/create`
 */
export interface NumberSchema {
  /** Whether the field accepts all numbers or only integers. */
  type: "number" | "integer";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /**
   * Minimum value. It can be fractional.
   *
   * @TJS-type number
   */
  minimum?: number;

  /**
   * Maximum value. It can be fractional.
   *
   * @TJS-type number
   */
  maximum?: number;

  /**
   * Initial value of the form field. It can be fractional.
   *
   * @TJS-type number
   */
  default?: number;
}

/**
 * Form field for yes or no.
 *
 * @category `elicitation/create`
 */
export interface BooleanSchema {
  type: "boolean";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Initial value of the form field. */
  default?: boolean;
}

/**
 * Form field for one choice; the values are shown without titles.
 *
 * @category `elicitation/create`
 */
export interface UntitledSingleSelectEnumSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Values that the user can choose from. */
  enum: string[];

  /** Initial value of the form field. */
  default?: string;
}

/**
 * Form field for one choice; each value has a title.
 *
 * @category `elicitation/create`
 */
export interface TitledSingleSelectEnumSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Values that the user can choose from, with titles. */
  oneOf: Array<{
    /** Value that is sent if the user selects this choice. */
    const: string;

    /** Title that is shown for this choice. */
    title: string;
  }>;

  /** Initial value of the form field. */
  default?: string;
}

/**
 * Form field for one choice, with or without titles.
 *
 * @category `elicitation/create`
 */
export type SingleSelectEnumSchema =
  UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/**
 * Form field for several choices; the values are shown without titles.
 *
 * @category `elicitation/create`
 */
export interface UntitledMultiSelectEnumSchema {
  type: "array";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Minimum number of selected choices. */
  minItems?: number;

  /** Maximum number of selected choices. */
  maxItems?: number;

  /** Schema of each value that the user can select. */
  items: {
    type: "string";

    /** Values that the user can choose from. */
    enum: string[];
  };

  /** Values that are initially selected in the form field. */
  default?: string[];
}

/**
 * Form field for several choices; each value has a title.
 *
 * @category `elicitation/create`
 */
export interface TitledMultiSelectEnumSchema {
  type: "array";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Minimum number of selected choices. */
  minItems?: number;

  /** Maximum number of selected choices. */
  maxItems?: number;

  /** Schema of each value that the user can select. */
  items: {
    /** Values that the user can choose from, with titles. */
    anyOf: Array<{
      /** Value that is sent if the user selects this choice. */
      const: string;

      /** Title that is shown for this choice. */
      title: string;
    }>;
  };

  /** Values that are initially selected in the form field. */
  default?: string[];
}

/**
 * Form field for several choices, with or without titles.
 *
 * @category `elicitation/create`
 */
export type MultiSelectEnumSchema =
  UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/**
 * Older form of TitledSingleSelectEnumSchema. This older type will be removed;
 * use TitledSingleSelectEnumSchema instead.
 *
 * @category `elicitation/create`
 */
export interface LegacyTitledEnumSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Values that the user can choose from. */
  enum: string[];

  /**
   * Names to show for the values, in the order of `enum`. `enumNames` is not a
   * keyword of JSON Schema 2020-12.
   */
  enumNames?: string[];

  /** Initial value of the form field. */
  default?: string;
}

/**
 * Union of the form fields for one or several choices among strings.
 *
 * @category `elicitation/create`
 */
export type EnumSchema =
  SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/* Elicitation results */

/**
 * Result of `elicitation/create`.
 *
 * @category `elicitation/create`
 */
export interface ElicitResult extends Result {
  /**
   * Decision of the user: submitted the form (`accept`), refused (`decline`),
   * or closed it without a decision (`cancel`).
   */
  action: "accept" | "decline" | "cancel";

  /**
   * Values of the form's fields, by name, as `requestedSchema` describes.
   * Present only in form mode, and only if `action` is `accept`.
   */
  content?: { [key: string]: string | number | boolean | string[] };
}

/**
 * Says that the user has finished a URL elicitation. Servers can omit this
 * notification.
 *
 * @category `notifications/elicitation/complete`
 */
export interface ElicitationCompleteNotification extends JSONRPCNotification {
  method: "notifications/elicitation/complete";
  params: {
    /** Identifier of the elicitation that the user has finished. */
    elicitationId: string;
  };
}

/* Messages from the client */

/**
 * Union of all requests that a client can send.
 *
 * @internal
 */
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
  | ListToolsRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | ListTasksRequest
  | CancelTaskRequest;

/**
 * Union of all notifications that a client can send.
 *
 * @internal
 */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification
  | TaskStatusNotification;

/**
 * Union of all results that a client can return.
 *
 * @internal
 */
export type ClientResult =
  | EmptyResult
  | CreateMessageResult
  | ListRootsResult
  | ElicitResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult
  | CancelTaskResult;

/* Messages from the server */

/**
 * Union of all requests that a server can send.
 *
 * @internal
 */
export type ServerRequest =
  | PingRequest
  | CreateMessageRequest
  | ListRootsRequest
  | ElicitRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | ListTasksRequest
  | CancelTaskRequest;

/**
 * Union of all notifications that a server can send.
 *
 * @internal
 */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ResourceUpdatedNotification
  | ResourceListChangedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification
  | ElicitationCompleteNotification
  | TaskStatusNotification;

/**
 * Union of all results that a server can return.
 *
 * @internal
 */
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | CallToolResult
  | ListToolsResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult
  | CancelTaskResult;
