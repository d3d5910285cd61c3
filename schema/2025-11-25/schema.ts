// The MCP data model at the revision of this folder, as stated by mcp-codegen (MIT, see LICENSE).
// Its structure follows the specification's schema.ts; the fingerprint is pinned in ../revisions.json.
// The comments are this project's own.

/* JSON-RPC */

/**
 * One message on the wire, in either direction.
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
 * Ties progress notifications to a request; chosen by the requester, who keeps it unique while in
 * use.
 *
 * @category Common Types
 */
export type ProgressToken = string | number;

/**
 * Position in a paged list. Only its issuer can read it; others pass it back unchanged.
 *
 * @category Common Types
 */
export type Cursor = string;

/**
 * Base of the params of requests that may run as a task.
 *
 * @internal
 */
export interface TaskAugmentedRequestParams extends RequestParams {
  /**
   * Asks the receiver to run the request as a task: it answers with a
   * CreateTaskResult at once, and `tasks/result` returns the outcome later.
   * Only for request types that the receiver has declared under its `tasks`
   * capability (MUST).
   */
  task?: TaskMetadata;
}

/**
 * Base of the params of all requests.
 *
 * @internal
 */
export interface RequestParams {
  /** Metadata of this request; the protocol reserves some keys. */
  _meta?: {
    /**
     * Asks for progress notifications, each of which will repeat this token. The receiver may send
     * none.
     */
    progressToken?: ProgressToken;
    [key: string]: unknown;
  };
}

/**
 * Base of all requests.
 *
 * @internal
 */
export interface Request {
  /** Name of the operation. */
  method: string;

  /** Input of the operation. Loose here, so that extensions fit; each request narrows it. */
  params?: { [key: string]: any };
}

/**
 * Base of the params of all notifications.
 *
 * @internal
 */
export interface NotificationParams {
  /** Metadata of this notification; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Base of all notifications.
 *
 * @internal
 */
export interface Notification {
  /** Name of the event. */
  method: string;

  /** Details of the event. Loose here, so that extensions fit; each notification narrows it. */
  params?: { [key: string]: any };
}

/**
 * Base of all results. Members beyond the declared ones are legal.
 *
 * @category Common Types
 */
export interface Result {
  /** Metadata of this result; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * The `error` member of a failed response.
 *
 * @category Common Types
 */
export interface Error {
  /** Number that classifies the failure. */
  code: number;

  /** Description of the failure; SHOULD be one short sentence. */
  message: string;

  /** Further details in a form that the sender chooses. */
  data?: unknown;
}

/**
 * Ties a response to its request. Never null.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * A request on the wire; the receiver answers it.
 *
 * @category JSON-RPC
 */
export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Chosen by the sender; the response repeats it. */
  id: RequestId;
}

/**
 * A notification on the wire; it is never answered.
 *
 * @category JSON-RPC
 */
export interface JSONRPCNotification extends Notification {
  jsonrpc: typeof JSONRPC_VERSION;
}

/**
 * Answer to a request that succeeded.
 *
 * @category JSON-RPC
 */
export interface JSONRPCResultResponse {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the request that is answered. */
  id: RequestId;

  /** Result of the operation. */
  result: Result;
}

/**
 * Answer to a request that failed.
 *
 * @category JSON-RPC
 */
export interface JSONRPCErrorResponse {
  jsonrpc: typeof JSONRPC_VERSION;

  /** Id of the failed request; absent when it could not be read. */
  id?: RequestId;

  /** Description of the failure. */
  error: Error;
}

/**
 * Answer to a request: either its result or an error.
 *
 * @category JSON-RPC
 */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

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

/* Error codes of MCP */

/**
 * The user must first complete one or more URL elicitations.
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
  /** The error, with its code fixed. */
  error: Error & {
    code: typeof URL_ELICITATION_REQUIRED;

    /** Actions required before the request can succeed. */
    data: {
      /** The elicitations to complete; all in URL mode. */
      elicitations: ElicitRequestURLParams[];
      [key: string]: unknown;
    };
  };
}

/* Empty result */

/**
 * Result of an operation that returns nothing beyond its success.
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
   * Id of the request to give up, one that the sender issued in this direction. MUST be present for
   * an ordinary request and MUST NOT name one that runs as a task.
   */
  requestId?: RequestId;

  /** Why, in words; MAY be written to a log or shown to a person. */
  reason?: string;
}

/**
 * The sender no longer wants the answer to a request; the receiver SHOULD stop the work. It may
 * arrive too late. Sent by either side. A client MUST NOT cancel `initialize`; a task is ended with
 * `tasks/cancel` instead.
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
  /** Newest protocol version that the client speaks; it MAY speak older ones too. */
  protocolVersion: string;

  /** Features that the client supports. */
  capabilities: ClientCapabilities;

  /** Name and version of the client software. */
  clientInfo: Implementation;
}

/**
 * Opens a session: the first message of a client, in which it states its version, identity and
 * capabilities.
 *
 * @category `initialize`
 */
export interface InitializeRequest extends JSONRPCRequest {
  method: "initialize";
  params: InitializeRequestParams;
}

/**
 * The server's half of the handshake.
 *
 * @category `initialize`
 */
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

/**
 * The client has taken in the InitializeResult; normal operation begins.
 *
 * @category `notifications/initialized`
 */
export interface InitializedNotification extends JSONRPCNotification {
  method: "notifications/initialized";
  params?: NotificationParams;
}

/* Capabilities */

/**
 * Features of a client. Presence declares support; members beyond the declared ones are legal.
 *
 * @category `initialize`
 */
export interface ClientCapabilities {
  /** Features outside the standard, by name. */
  experimental?: { [key: string]: object };

  /** Declared by clients that answer `roots/list`. */
  roots?: {
    /** True when changes to the roots are announced by a notification. */
    listChanged?: boolean;
  };

  /** Declared by clients that answer `sampling/createMessage`. */
  sampling?: {
    /**
     * `includeContext` is honoured. Without it servers SHOULD leave `includeContext` out or set it
     * to `none`.
     */
    context?: object;

    /** `tools` and `toolChoice` are honoured in sampling requests. */
    tools?: object;
  };

  /**
   * Declared by clients that answer `elicitation/create`. `form`: the client shows a form. `url`:
   * it sends the user to a web page. An empty object means form mode only.
   */
  elicitation?: { form?: object; url?: object };

  /** Declared by clients that can run requests from the server as tasks. */
  tasks?: {
    /** The client answers `tasks/list`. */
    list?: object;

    /** The client answers `tasks/cancel`. */
    cancel?: object;

    /** The request types that may run as tasks. */
    requests?: {
      /** Sampling requests that may run as tasks. */
      sampling?: {
        /** `sampling/createMessage` may run as a task. */
        createMessage?: object;
      };

      /** Elicitation requests that may run as tasks. */
      elicitation?: {
        /** `elicitation/create` may run as a task. */
        create?: object;
      };
    };
  };
}

/**
 * Features of a server. Presence declares support; members beyond the declared ones are legal.
 *
 * @category `initialize`
 */
export interface ServerCapabilities {
  /** Features outside the standard, by name. */
  experimental?: { [key: string]: object };

  /** Declared by servers that send `notifications/message`. */
  logging?: object;

  /** Declared by servers that answer `completion/complete`. */
  completions?: object;

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

  /** Declared by servers that can run requests from the client as tasks. */
  tasks?: {
    /** The server answers `tasks/list`. */
    list?: object;

    /** The server answers `tasks/cancel`. */
    cancel?: object;

    /** The request types that may run as tasks. */
    requests?: {
      /** Tool requests that may run as tasks. */
      tools?: {
        /** `tools/call` may run as a task, tool by tool; see ToolExecution. */
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

  /** MIME type, for a source with no type or a type that is too general. */
  mimeType?: string;

  /**
   * Sizes for which the image is suitable, such as `48x48`, or `any` for a
   * scalable image. Absent: every size.
   */
  sizes?: string[];

  /** Background theme for which the image was drawn. Absent: both. */
  theme?: "light" | "dark";
}

/**
 * Mixin for objects with icons.
 *
 * @internal
 */
export interface Icons {
  /**
   * Images to show, in several sizes or formats. A client that shows icons MUST be able to show PNG
   * and JPEG, and SHOULD be able to show SVG and WebP.
   */
  icons?: Icon[];
}

/**
 * Mixin for objects with a name and a title.
 *
 * @internal
 */
export interface BaseMetadata {
  /** Identifier for programs. Shown to people only if there is no title. */
  name: string;

  /**
   * Name for people, without jargon. If absent, show `name` (for a tool,
   * `annotations.title` before `name`).
   */
  title?: string;
}

/**
 * Identity and description of a piece of MCP software.
 *
 * @category `initialize`
 */
export interface Implementation extends BaseMetadata, Icons {
  /** Version of the software, in any format. */
  version: string;

  /** Description of the software, for people. */
  description?: string;

  /**
   * Home page of the software.
   *
   * @format uri
   */
  websiteUrl?: string;
}

/* Ping */

/**
 * Asks whether the other side is alive. Either side sends it; the receiver must answer without
 * delay or risk disconnection.
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

  /** Description of the current step. */
  message?: string;
}

/**
 * Reports how far a long request has come, to a requester that supplied a token.
 *
 * @category `notifications/progress`
 */
export interface ProgressNotification extends JSONRPCNotification {
  method: "notifications/progress";
  params: ProgressNotificationParams;
}

/* Pagination */

/**
 * Base of the params of requests that are answered page by page.
 *
 * @internal
 */
export interface PaginatedRequestParams extends RequestParams {
  /**
   * Position from which to continue: a `nextCursor` received before. If absent,
   * the first page is requested.
   */
  cursor?: Cursor;
}

/**
 * Base of requests that are answered page by page.
 *
 * @internal
 */
export interface PaginatedRequest extends JSONRPCRequest {
  params?: PaginatedRequestParams;
}

/**
 * Base of results that hold one page of a list.
 *
 * @internal
 */
export interface PaginatedResult extends Result {
  /** Position of the next page. Absent on the last page. */
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
  /** The resources on this page. */
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
  /** The templates on this page. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * Base of the params of requests about one resource.
 *
 * @internal
 */
export interface ResourceRequestParams extends RequestParams {
  /**
   * URI of the resource. Any scheme is allowed; the server decides what it
   * means.
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
 * Contents of a resource.
 *
 * @category `resources/read`
 */
export interface ReadResourceResult extends Result {
  /** The contents, in one or more parts. Each part has its own URI. */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * The server's list of resources has changed. Servers may send it without being asked to.
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
 * each time it changes.
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
 * Ends a subscription that `resources/subscribe` began.
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
   * The resource that changed; it may lie beneath the one that was subscribed to.
   *
   * @format uri
   */
  uri: string;
}

/**
 * A resource has changed, and contents read before may be outdated. Sent only
 * to clients that subscribed to it.
 *
 * @category `notifications/resources/updated`
 */
export interface ResourceUpdatedNotification extends JSONRPCNotification {
  method: "notifications/resources/updated";
  params: ResourceUpdatedNotificationParams;
}

/**
 * A resource that the server can read, as listed to clients.
 *
 * @category `resources/list`
 */
export interface Resource extends BaseMetadata, Icons {
  /**
   * Address of the resource.
   *
   * @format uri
   */
  uri: string;

  /** Description of the contents. Written for models as well as for people. */
  description?: string;

  /** MIME type of the contents, if known. */
  mimeType?: string;

  /** Hints to the client about use and display. */
  annotations?: Annotations;

  /**
   * Size of the raw contents in bytes, before any encoding, if known. Hosts can
   * estimate from it how much context the resource needs.
   */
  size?: number;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * A family of resources whose URIs follow a template.
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
   * Description of the contents of these resources. Written for models as well
   * as for people.
   */
  description?: string;

  /** MIME type shared by every resource of the family; leave it out when they differ. */
  mimeType?: string;

  /** Hints to the client about use and display. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Base of the contents of a resource, or of a part of it.
 *
 * @internal
 */
export interface ResourceContents {
  /**
   * Address of the resource or part.
   *
   * @format uri
   */
  uri: string;

  /** MIME type, if known. */
  mimeType?: string;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Contents in text form.
 *
 * @category Content
 */
export interface TextResourceContents extends ResourceContents {
  /** The text. MUST NOT hold binary data. */
  text: string;
}

/**
 * Contents in binary form.
 *
 * @category Content
 */
export interface BlobResourceContents extends ResourceContents {
  /**
   * The bytes, in Base64.
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
  /** The prompts on this page. */
  prompts: Prompt[];
}

/**
 * Params of `prompts/get`.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequestParams extends RequestParams {
  /** Name of the prompt. */
  name: string;

  /** Argument values by argument name. */
  arguments?: { [key: string]: string };
}

/**
 * Asks for a prompt with its arguments filled in.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequest extends JSONRPCRequest {
  method: "prompts/get";
  params: GetPromptRequestParams;
}

/**
 * A prompt, ready for a model.
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
 * A prompt, as listed to clients; one with arguments is a template.
 *
 * @category `prompts/list`
 */
export interface Prompt extends BaseMetadata, Icons {
  /** Purpose of the prompt. */
  description?: string;

  /** The arguments that it takes. */
  arguments?: PromptArgument[];

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * One argument of a prompt.
 *
 * @category `prompts/list`
 */
export interface PromptArgument extends BaseMetadata {
  /** Description of the value, for people. */
  description?: string;

  /** True when `prompts/get` fails without it. */
  required?: boolean;
}

/**
 * Speaker of a message: the user or the model.
 *
 * @category Common Types
 */
export type Role = "user" | "assistant";

/**
 * One message of a prompt. Unlike a SamplingMessage it can embed or link a resource.
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
 * how to show them.
 *
 * @category Content
 */
export interface EmbeddedResource {
  type: "resource";

  /** The contents. */
  resource: TextResourceContents | BlobResourceContents;

  /** Hints to the client about use and display. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * The server's list of prompts has changed. Servers may send it without being asked to.
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
  /** The tools on this page. */
  tools: Tool[];
}

/**
 * Outcome of a tool call.
 *
 * @category `tools/call`
 */
export interface CallToolResult extends Result {
  /** Output of the tool, for a model to read. */
  content: ContentBlock[];

  /**
   * Output of the tool as a JSON object. It conforms to the tool's
   * `outputSchema` if there is one.
   */
  structuredContent?: { [key: string]: unknown };

  /**
   * True when the tool failed; absent means false. A tool's own failure SHOULD
   * be reported here, so that the model sees it and can react. An unknown tool
   * or missing tool support is a JSON-RPC error.
   */
  isError?: boolean;
}

/**
 * Params of `tools/call`.
 *
 * @category `tools/call`
 */
export interface CallToolRequestParams extends TaskAugmentedRequestParams {
  /** Name of the tool. */
  name: string;

  /** Input of the tool, as its `inputSchema` describes. */
  arguments?: { [key: string]: unknown };
}

/**
 * Runs a tool.
 *
 * @category `tools/call`
 */
export interface CallToolRequest extends JSONRPCRequest {
  method: "tools/call";
  params: CallToolRequestParams;
}

/**
 * The server's list of tools has changed. Servers may send it without being asked to.
 *
 * @category `notifications/tools/list_changed`
 */
export interface ToolListChangedNotification extends JSONRPCNotification {
  method: "notifications/tools/list_changed";
  params?: NotificationParams;
}

/**
 * Hints about the behaviour of a tool. None of them is binding: clients should
 * not base decisions about tool use on them unless they trust the server.
 *
 * @category `tools/list`
 */
export interface ToolAnnotations {
  /** Name for people. */
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
   * True if the tool interacts with external systems, as web search does. False
   * if its domain is closed, as that of a memory store is. Default: true.
   */
  openWorldHint?: boolean;
}

/**
 * How a tool may be run.
 *
 * @category `tools/list`
 */
export interface ToolExecution {
  /**
   * Whether calls run as tasks: never (`forbidden`), if the client asks (`optional`) or always
   * (`required`). Default: `forbidden`.
   */
  taskSupport?: "forbidden" | "optional" | "required";
}

/**
 * A tool, as listed to clients.
 *
 * @category `tools/list`
 */
export interface Tool extends BaseMetadata, Icons {
  /** Description of the tool. Written for models as well as for people. */
  description?: string;

  /** JSON Schema of the arguments; always an object at the root. */
  inputSchema: {
    /** URI of the schema's dialect; JSON Schema 2020-12 when absent. */
    $schema?: string;
    type: "object";

    /** Schema of each argument, by name. */
    properties?: { [key: string]: object };

    /** Names of the arguments that must be given. */
    required?: string[];
  };

  /** How the tool may be run. */
  execution?: ToolExecution;

  /**
   * JSON Schema of `structuredContent` in the results of this tool; always an object at the root.
   */
  outputSchema?: {
    /** URI of the schema's dialect; JSON Schema 2020-12 when absent. */
    $schema?: string;
    type: "object";

    /** Schema of each member, by name. */
    properties?: { [key: string]: object };

    /** Names of the members that are always present. */
    required?: string[];
  };

  /**
   * Hints about the behaviour of the tool. To show a name, take `title`, else
   * `annotations.title`, else `name`.
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
  | "working" // in progress
  | "input_required" // waits for the requester, for example for an elicitation or sampling
  | "completed" // ended well; the result can be fetched
  | "failed" // failed; a tool result with `isError` also counts
  | "cancelled"; // stopped before it finished

/**
 * Value of `params.task`, by which a requester asks to run a request as a task.
 *
 * @category `tasks`
 */
export interface TaskMetadata {
  /** How long the task should be kept, in milliseconds after creation. */
  ttl?: number;
}

/**
 * Ties a message to a task; the value of `io.modelcontextprotocol/related-task` in its `_meta`.
 *
 * @category `tasks`
 */
export interface RelatedTaskMetadata {
  /** The task to which the message belongs. */
  taskId: string;
}

/**
 * A request that runs in the background, as its receiver reports it.
 *
 * @category `tasks`
 */
export interface Task {
  /** Identifies the task; made by the receiver. */
  taskId: string;

  /** State of the task now. */
  status: TaskStatus;

  /**
   * Description of the state, such as the reason for a cancellation or failure.
   */
  statusMessage?: string;

  /** When the task was made (ISO 8601). */
  createdAt: string;

  /** When the task last changed (ISO 8601). */
  lastUpdatedAt: string;

  /**
   * How long the task will be kept, in milliseconds after creation; null: without limit.
   *
   * @nullable
   */
  ttl: number | null;

  /** Milliseconds that requesters should wait between two polls. */
  pollInterval?: number;
}

/**
 * Immediate answer to a request that runs as a task.
 *
 * @category `tasks`
 */
export interface CreateTaskResult extends Result {
  /** The new task. */
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
 * State of a task.
 *
 * @category `tasks/get`
 */
export type GetTaskResult = Result & Task;

/**
 * Asks for the outcome of a task; the receiver answers once the task has ended.
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
 * Outcome of a task: what its request would have returned, such as a CallToolResult for
 * `tools/call`.
 *
 * @category `tasks/result`
 */
export interface GetTaskPayloadResult extends Result {
  /** Members of the original request's result. */
  [key: string]: unknown;
}

/**
 * Asks to stop a task. One that has already ended is refused.
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
 * State of the task after cancellation.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskResult = Result & Task;

/**
 * Asks for the requester's tasks.
 *
 * @category `tasks/list`
 */
export interface ListTasksRequest extends PaginatedRequest {
  method: "tasks/list";
}

/**
 * One page of tasks.
 *
 * @category `tasks/list`
 */
export interface ListTasksResult extends PaginatedResult {
  /** The tasks on this page. */
  tasks: Task[];
}

/**
 * Params of `notifications/tasks/status`: the task as it is now.
 *
 * @category `notifications/tasks/status`
 */
export type TaskStatusNotificationParams = NotificationParams & Task;

/**
 * A task changed its state. Receivers need not send it, so requesters keep polling.
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
   * Lowest severity that the client wants to receive. The server must not send
   * less severe messages.
   */
  level: LoggingLevel;
}

/**
 * Chooses which log messages the server sends.
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
  /** Severity of this message. */
  level: LoggingLevel;

  /** Name of the component that wrote the message. */
  logger?: string;

  /** The message: a string, an object or any other JSON value. */
  data: unknown;
}

/**
 * A log message from the server. Until the client sets a level, the server MAY choose what to send.
 *
 * @category `notifications/message`
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  method: "notifications/message";
  params: LoggingMessageNotificationParams;
}

/**
 * Severities of RFC 5424 (syslog), least severe first.
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
  /** The conversation to continue, oldest message first. */
  messages: SamplingMessage[];

  /** Preferences for the choice of model; the client MAY ignore them. */
  modelPreferences?: ModelPreferences;

  /** System prompt that the server proposes; the client MAY change or drop it. */
  systemPrompt?: string;

  /**
   * Whether to add context from this server or from all connected ones; the
   * client MAY refuse. Default: `none`. Servers SHOULD send the other two
   * values only to clients with `sampling.context`. Both values are deprecated.
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

  /**
   * Tools that the model may call. A client that has not declared
   * `sampling.tools` MUST answer with an error.
   */
  tools?: Tool[];

  /**
   * How freely the model picks tools; default mode `auto`. A client that has not declared
   * `sampling.tools` MUST answer with an error.
   */
  toolChoice?: ToolChoice;
}

/**
 * How freely the model picks tools while sampling.
 *
 * @category `sampling/createMessage`
 */
export interface ToolChoice {
  /**
   * `auto`: the model decides (default). `required`: it MUST call a tool before it finishes.
   * `none`: it MUST NOT call any.
   */
  mode?: "auto" | "required" | "none";
}

/**
 * Asks the client for a completion from a model of the client's choosing. A person should be able
 * to see and refuse it first.
 *
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequest extends JSONRPCRequest {
  method: "sampling/createMessage";
  params: CreateMessageRequestParams;
}

/**
 * Message that the model generated. A person should be able to review and
 * reject it before the server receives it.
 *
 * @category `sampling/createMessage`
 */
export interface CreateMessageResult extends Result, SamplingMessage {
  /** Name of the model that generated the message. */
  model: string;

  /**
   * Reason why the model stopped, if known: end of its turn, a stop sequence, the token limit, or a
   * tool call. Providers may use other values.
   */
  stopReason?: "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | string;
}

/**
 * One message of a conversation with a model.
 *
 * @category `sampling/createMessage`
 */
export interface SamplingMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message, in one block or several. */
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
 * Hints to the client about use and display.
 *
 * @category Common Types
 */
export interface Annotations {
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

  /**
   * Time of the last change; should be in ISO 8601 form, such as
   * `2025-01-12T15:00:58Z`.
   */
  lastModified?: string;
}

/**
 * One block of content in a prompt or a tool result.
 *
 * @category Content
 */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/**
 * Text for a model or from one.
 *
 * @category Content
 */
export interface TextContent {
  type: "text";

  /** The text. */
  text: string;

  /** Hints to the client about use and display. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * An image for a model or from one.
 *
 * @category Content
 */
export interface ImageContent {
  type: "image";

  /**
   * The image file, in Base64.
   *
   * @format byte
   */
  data: string;

  /** MIME type of the image; which ones work depends on the provider. */
  mimeType: string;

  /** Hints to the client about use and display. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * Sound for a model or from one.
 *
 * @category Content
 */
export interface AudioContent {
  type: "audio";

  /**
   * The audio file, in Base64.
   *
   * @format byte
   */
  data: string;

  /** MIME type of the audio; which ones work depends on the provider. */
  mimeType: string;

  /** Hints to the client about use and display. */
  annotations?: Annotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * The model asks for a tool to be called.
 *
 * @category `sampling/createMessage`
 */
export interface ToolUseContent {
  type: "tool_use";

  /** Identifies this call; the matching ToolResultContent repeats it. */
  id: string;

  /** Name of the tool. */
  name: string;

  /** Arguments for the tool, as its `inputSchema` describes. */
  input: { [key: string]: unknown };

  /**
   * Metadata of this call. Clients SHOULD keep it when they send the block again, since it can help
   * caching.
   */
  _meta?: { [key: string]: unknown };
}

/**
 * Outcome of a tool call, returned to the model under the user role.
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
   * `outputSchema` if there is one.
   */
  structuredContent?: { [key: string]: unknown };

  /**
   * True when the tool failed; the content usually gives the reason. Default:
   * false.
   */
  isError?: boolean;

  /**
   * Metadata of this outcome. Clients SHOULD keep it when they send the block again, since it can
   * help caching.
   */
  _meta?: { [key: string]: unknown };
}

/* Model preferences */

/**
 * Preferences of the server for the choice of model. The client weighs them
 * freely and MAY ignore them. Priorities range from 0 (not important) to 1
 * (most important).
 *
 * @category `sampling/createMessage`
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
 *
 * @category `sampling/createMessage`
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

/**
 * Params of `completion/complete`.
 *
 * @category `completion/complete`
 */
export interface CompleteRequestParams extends RequestParams {
  /** The prompt or template whose argument is to be completed. */
  ref: PromptReference | ResourceTemplateReference;

  /** The argument being typed. */
  argument: {
    /** Name of the argument of the prompt or template. */
    name: string;

    /** Text typed so far. */
    value: string;
  };

  /** Further context that the server may use to choose suggestions. */
  context?: {
    /** Values already chosen for the other arguments or template variables. */
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
 * Suggestions for an argument.
 *
 * @category `completion/complete`
 */
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

/**
 * Points to a resource or a resource template.
 *
 * @category `completion/complete`
 */
export interface ResourceTemplateReference {
  type: "ref/resource";

  /**
   * URI or URI template of the resource.
   *
   * @format uri-template
   */
  uri: string;
}

/**
 * Points to a prompt.
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
 * The directories and files that the server may work on.
 *
 * @category `roots/list`
 */
export interface ListRootsResult extends Result {
  /** The roots, in any order. */
  roots: Root[];
}

/**
 * A directory or file that the server may work on.
 *
 * @category `roots/list`
 */
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

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: { [key: string]: unknown };
}

/**
 * The client's roots have changed; the server should request them again with
 * `roots/list`.
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
  /** Form mode; also the default when absent. */
  mode?: "form";

  /** Message to show to the user about the requested data. */
  message: string;

  /** The form, as a restricted JSON Schema: one level of properties, each of them a field. */
  requestedSchema: {
    /** URI of the schema's dialect; JSON Schema 2020-12 when absent. */
    $schema?: string;
    type: "object";

    /** The fields of the form, by name. */
    properties: {
      [key: string]: PrimitiveSchemaDefinition;
    };

    /** Names of the fields that must be filled in. */
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
  /** URL mode. */
  mode: "url";

  /** Message to show to the user about the reason for opening the page. */
  message: string;

  /**
   * Identifier of this elicitation, unique within the server. Clients MUST
   * treat it as opaque.
   */
  elicitationId: string;

  /**
   * The page to open, once the user has agreed.
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
 * A field for text.
 *
 * @category `elicitation/create`
 */
export interface StringSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Fewest characters allowed. */
  minLength?: number;

  /** Most characters allowed. */
  maxLength?: number;

  /** Format of the text. */
  format?: "email" | "uri" | "date" | "date-time";

  /** Value that the form starts with. */
  default?: string;
}

/**
 * A field for a number.
 *
 * @category `elicitation/create`
 */
export interface NumberSchema {
  /** Whether fractions are allowed or integers only. */
  type: "number" | "integer";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /**
   * Least value allowed. May be fractional.
   *
   * @TJS-type number
   */
  minimum?: number;

  /**
   * Greatest value allowed. May be fractional.
   *
   * @TJS-type number
   */
  maximum?: number;

  /**
   * Value that the form starts with. May be fractional.
   *
   * @TJS-type number
   */
  default?: number;
}

/**
 * A field for yes or no.
 *
 * @category `elicitation/create`
 */
export interface BooleanSchema {
  type: "boolean";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Value that the form starts with. */
  default?: boolean;
}

/**
 * A field for one choice; the values are shown as they are.
 *
 * @category `elicitation/create`
 */
export interface UntitledSingleSelectEnumSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** The values to choose from. */
  enum: string[];

  /** Value that the form starts with. */
  default?: string;
}

/**
 * A field for one choice; each value has its own title.
 *
 * @category `elicitation/create`
 */
export interface TitledSingleSelectEnumSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** The choices. */
  oneOf: Array<{
    /** Value that is sent. */
    const: string;

    /** Title that is shown. */
    title: string;
  }>;

  /** Value that the form starts with. */
  default?: string;
}

/**
 * A field for one choice, with titles or without.
 *
 * @category `elicitation/create`
 */
export type SingleSelectEnumSchema =
  UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/**
 * A field for several choices; the values are shown as they are.
 *
 * @category `elicitation/create`
 */
export interface UntitledMultiSelectEnumSchema {
  type: "array";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Fewest choices allowed. */
  minItems?: number;

  /** Most choices allowed. */
  maxItems?: number;

  /** Allowed values of each choice. */
  items: {
    type: "string";

    /** The values to choose from. */
    enum: string[];
  };

  /** Values that the form starts with. */
  default?: string[];
}

/**
 * A field for several choices; each value has its own title.
 *
 * @category `elicitation/create`
 */
export interface TitledMultiSelectEnumSchema {
  type: "array";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** Fewest choices allowed. */
  minItems?: number;

  /** Most choices allowed. */
  maxItems?: number;

  /** Allowed values of each choice. */
  items: {
    /** The choices. */
    anyOf: Array<{
      /** Value that is sent. */
      const: string;

      /** Title that is shown. */
      title: string;
    }>;
  };

  /** Values that the form starts with. */
  default?: string[];
}

/**
 * A field for several choices, with titles or without.
 *
 * @category `elicitation/create`
 */
export type MultiSelectEnumSchema =
  UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/**
 * Older form of TitledSingleSelectEnumSchema, which replaces it. It will be
 * removed.
 *
 * @category `elicitation/create`
 */
export interface LegacyTitledEnumSchema {
  type: "string";

  /** Label of the form field. */
  title?: string;

  /** Help text of the form field. */
  description?: string;

  /** The values to choose from. */
  enum: string[];

  /** Names to show for the values, in the same order. Not a JSON Schema 2020-12 keyword. */
  enumNames?: string[];

  /** Value that the form starts with. */
  default?: string;
}

/**
 * A field for one or several choices among strings, in any of the forms.
 *
 * @category `elicitation/create`
 */
export type EnumSchema =
  SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/* Elicitation results */

/**
 * Result of an elicitation.
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
   * Values of the form's fields, by name, as `requestedSchema` describes. Only with `accept`, and
   * only in form mode.
   */
  content?: { [key: string]: string | number | boolean | string[] };
}

/**
 * The user has finished a URL elicitation. Servers may omit this notification.
 *
 * @category `notifications/elicitation/complete`
 */
export interface ElicitationCompleteNotification extends JSONRPCNotification {
  method: "notifications/elicitation/complete";
  params: {
    /** Identifier of the elicitation. */
    elicitationId: string;
  };
}

/* Messages from the client */

/**
 * Every request that a client sends.
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
 * Every notification that a client sends.
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
 * Every result that a client returns.
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
 * Every request that a server sends.
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
 * Every notification that a server sends.
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
 * Every result that a server returns.
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
