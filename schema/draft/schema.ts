// Data model of the MCP revision that this folder is named after, written by
// mcp-codegen (MIT, see LICENSE). Its structure equals that of the
// specification's schema.ts; ../revisions.json contains the fingerprint. The
// comments are not upstream's.

/* JSON values */

/**
 * Any JSON value.
 *
 * @category Common Types
 */
export type JSONValue =
  string | number | boolean | null | JSONObject | JSONArray;

/**
 * A JSON object.
 *
 * @category Common Types
 */
export type JSONObject = { [key: string]: JSONValue };

/**
 * A JSON array.
 *
 * @category Common Types
 */
export type JSONArray = JSONValue[];

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
export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/**
 * Value of the `jsonrpc` member of each message.
 *
 * @internal
 */
export const JSONRPC_VERSION = "2.0";

/* Metadata and common types */

/**
 * Contents of a `_meta` member. A key consists of an optional prefix and a
 * name. The prefix is a dotted name (SHOULD be reverse DNS), followed by `/`.
 * Prefixes whose second label is `mcp` or `modelcontextprotocol` are reserved
 * for MCP; implementations must not assume anything about their values.
 *
 * @category Common Types
 */
export type MetaObject = Record<string, unknown>;

/**
 * The `_meta` of a request: protocol version, client identity and client
 * capabilities. Clients send it with every request.
 *
 * @category Common Types
 */
export interface RequestMetaObject extends MetaObject {
  /**
   * Token for progress notifications. If present, the sender asks for these
   * notifications, and each of them repeats the token. The receiver need not
   * send any.
   */
  progressToken?: ProgressToken;

  /**
   * Protocol version of this request. Over HTTP it MUST equal the
   * `MCP-Protocol-Version` header; otherwise the server answers with status
   * 400. A server that does not support the version MUST answer with
   * UnsupportedProtocolVersionError.
   */
  "io.modelcontextprotocol/protocolVersion": string;

  /**
   * Name and version of the client software. Clients SHOULD send this member
   * unless configured otherwise. The member is unverified: servers SHOULD NOT
   * base behaviour or security on it.
   */
  "io.modelcontextprotocol/clientInfo"?: Implementation;

  /**
   * Capabilities of the client for this single request. An empty object means
   * no optional capability. Servers MUST NOT apply these capabilities to other
   * requests.
   */
  "io.modelcontextprotocol/clientCapabilities": ClientCapabilities;

  /**
   * Lowest severity of the log messages that the server sends while the request
   * runs. If absent, the server MUST NOT send log messages.
   *
   * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit
   * OpenTelemetry.
   */
  "io.modelcontextprotocol/logLevel"?: LoggingLevel;
}

/**
 * The `_meta` of a notification.
 *
 * @category Common Types
 */
export interface NotificationMetaObject extends MetaObject {
  /**
   * Id of the `subscriptions/listen` request whose stream delivers this
   * notification. MUST be present on notifications of such a stream. Absent on
   * all other notifications, such as progress notifications.
   */
  "io.modelcontextprotocol/subscriptionId"?: RequestId;
}

/**
 * The `_meta` of a result.
 *
 * @category Common Types
 */
export interface ResultMetaObject extends MetaObject {
  /**
   * Name and version of the server software. Servers SHOULD send this member
   * unless configured otherwise. The member is unverified: clients SHOULD NOT
   * base behaviour or security on it.
   */
  "io.modelcontextprotocol/serverInfo"?: Implementation;
}

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
 * Base type of the parameters of all requests; `_meta` is mandatory.
 *
 * @category Common Types
 */
export interface RequestParams {
  /** Protocol version, client identity and capabilities for this request. */
  _meta: RequestMetaObject;
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
 * @category Common Types
 */
export interface NotificationParams {
  /** Metadata of the notification; the protocol reserves some keys. */
  _meta?: NotificationMetaObject;
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
 * Kind of a result: `complete` for a final result, `input_required` for an
 * InputRequiredResult. Clients MUST reject values that they do not know.
 *
 * @category Common Types
 */
export type ResultType = "complete" | "input_required" | string;

/**
 * Base type of all results. Results can have members that are not declared
 * here.
 *
 * @category Common Types
 */
export interface Result {
  /** Metadata of the result; the protocol reserves some keys. */
  _meta?: ResultMetaObject;

  /**
   * Kind of this result. Servers MUST send this member. If the member is
   * absent, as in results of older servers, a client MUST assume `complete`.
   */
  resultType: ResultType;
  [key: string]: unknown;
}

/**
 * Error object: the `error` member of the response to a failed request.
 *
 * @category Errors
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

/**
 * Error object for code -32700. The server could not parse a message as JSON.
 *
 * @category Errors
 */
export interface ParseError extends Error {
  code: typeof PARSE_ERROR;
}

/**
 * Error object for code -32600. The message is JSON but not a well-formed
 * request: a member is missing or has the wrong type.
 *
 * @category Errors
 */
export interface InvalidRequestError extends Error {
  code: typeof INVALID_REQUEST;
}

/**
 * Error object for code -32601. The method is unknown, or belongs to a capability that the server
 * has not declared. For a capability that the client lacks, see
 * MissingRequiredClientCapabilityError.
 *
 * @category Errors
 */
export interface MethodNotFoundError extends Error {
  code: typeof METHOD_NOT_FOUND;
}

/**
 * Error object for code -32602. Possible causes: an unknown tool or prompt,
 * invalid or missing arguments, an invalid cursor, an unknown log level, or an
 * elicitation mode that the client does not support. Also sampling messages in
 * which tool results are missing or mixed with other content.
 *
 * @category Errors
 */
export interface InvalidParamsError extends Error {
  code: typeof INVALID_PARAMS;
}

/**
 * Error object for code -32603. An unforeseen fault kept the receiver from
 * completing the request.
 *
 * @category Errors
 */
export interface InternalError extends Error {
  code: typeof INTERNAL_ERROR;
}

/*
 * Error codes of MCP
 *
 * The specification allocates -32020 to -32099, starting with -32020.
 * Implementations can use -32000 to -32019 freely; these codes have no meaning
 * for other implementations. Two older codes are never reused: -32002 (no such
 * resource, up to 2025-11-25; now -32602) and -32042 (complete a URL
 * elicitation first, 2025-11-25 only).
 */

/**
 * Error code: HTTP headers contradict the request body, or a mandatory header
 * is absent or unreadable.
 *
 * @category Errors
 */
export const HEADER_MISMATCH = -32020;

/**
 * Error code: the request needs a client capability that the request's `_meta`
 * does not declare.
 *
 * @category Errors
 */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

/**
 * Error code: the server does not support the protocol version of the request.
 *
 * @category Errors
 */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/**
 * Response with code -32020: HTTP headers contradict the body, or a mandatory
 * header is absent or unreadable. The HTTP status MUST be 400.
 *
 * @category Errors
 */
export interface HeaderMismatchError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {
  /** Error object with a fixed code. */
  error: Error & {
    code: typeof HEADER_MISMATCH;
  };
}

/**
 * Response with code -32022: the server does not know the request's protocol version, or chose not
 * to implement it. The HTTP status MUST be 400.
 *
 * @category Errors
 */
export interface UnsupportedProtocolVersionError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {
  /** Error object with a fixed code. */
  error: Error & {
    code: typeof UNSUPPORTED_PROTOCOL_VERSION;

    /** Versions that the client can choose from for a retry. */
    data: {
      /**
       * Protocol versions that the server supports. The client should choose
       * one that it also supports.
       */
      supported: string[];

      /** Protocol version that the request named. */
      requested: string;
    };
  };
}

/**
 * Response with code -32021: the request needs a capability that its
 * `clientCapabilities` does not include. The HTTP status MUST be 400.
 *
 * @category Errors
 */
export interface MissingRequiredClientCapabilityError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {
  /** Error object with a fixed code. */
  error: Error & {
    code: typeof MISSING_REQUIRED_CLIENT_CAPABILITY;

    /** Details about the missing client capabilities. */
    data: {
      /** Client capabilities without which the server cannot proceed. */
      requiredCapabilities: ClientCapabilities;
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

/* Multi round-trip requests */

/**
 * Request that a server embeds in a result and that the client answers.
 *
 * @internal
 */
export type InputRequest =
  CreateMessageRequest | ListRootsRequest | ElicitRequest;

/**
 * Response of the client to an InputRequest.
 *
 * @internal
 */
export type InputResponse =
  CreateMessageResult | ListRootsResult | ElicitResult;

/**
 * Embedded requests, keyed by strings that the server chooses. Each request
 * MUST be of a kind for which the client declared support.
 *
 * @category Multi Round-Trip
 */
export interface InputRequests {
  [key: string]: InputRequest;
}

/**
 * Responses of the client. Each response has the key of the InputRequest that
 * it answers.
 *
 * @category Multi Round-Trip
 */
export interface InputResponses {
  [key: string]: InputResponse;
}

/**
 * Intermediate result: the client obtains input and repeats the request with a
 * new id. MUST contain `inputRequests`, `requestState` or both. Allowed only
 * for `prompts/get`, `resources/read` and `tools/call`.
 *
 * @category Multi Round-Trip
 */
export interface InputRequiredResult extends Result {
  /**
   * Input that the client has to obtain before it repeats the request. If
   * absent, the client can repeat the request at once.
   */
  inputRequests?: InputRequests;

  /**
   * State that the server needs when the request is repeated. The client MUST
   * treat the value as opaque and MUST send it back unchanged.
   */
  requestState?: string;
}

/**
 * Base type of the parameters of requests that a client may have to repeat with
 * input.
 */
export interface InputResponseRequestParams extends RequestParams {
  /**
   * On a repeated request: a response for every key of the `inputRequests` that
   * the client received.
   */
  inputResponses?: InputResponses;

  /**
   * On a repeated request: the `requestState` that the client received,
   * unchanged. MUST be absent if the client received none.
   */
  requestState?: string;
}

/* Cancellation */

/**
 * Params of `notifications/cancelled`.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotificationParams extends NotificationParams {
  /** Id of the request to cancel. The client MUST have sent that request. */
  requestId: RequestId;

  /**
   * Reason for the cancellation, in words. It MAY be written to a log or shown
   * to a person.
   */
  reason?: string;
}

/**
 * Says that the client no longer wants the response to a request; the server
 * SHOULD stop its work. The notification can arrive after the work is done.
 * A server MUST NOT send this notification, except on stdio to end a
 * `subscriptions/listen` stream.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotification extends JSONRPCNotification {
  method: "notifications/cancelled";
  params: CancelledNotificationParams;
}

/* Discovery */

/**
 * Asks which protocol versions and capabilities the server supports. Every
 * server MUST answer this request. Clients need not send it, because each
 * request states its own version.
 *
 * @category `server/discover`
 */
export interface DiscoverRequest extends JSONRPCRequest {
  method: "server/discover";
  params: RequestParams;
}

/**
 * Result of `server/discover`: versions, capabilities and identity of a server.
 *
 * @category `server/discover`
 */
export interface DiscoverResult extends CacheableResult {
  /**
   * Protocol versions that the server supports. The client should use one of
   * them for its subsequent requests.
   */
  supportedVersions: string[];

  /** Features that the server supports. */
  capabilities: ServerCapabilities;

  /**
   * Instructions for using this server, for a model to read. They should not
   * repeat the tool descriptions.
   */
  instructions?: string;
}

/**
 * JSON-RPC response to `server/discover`.
 *
 * @category `server/discover`
 */
export interface DiscoverResultResponse extends JSONRPCResultResponse {
  result: DiscoverResult;
}

/* Capabilities */

/**
 * Features that a client supports. A member that is present declares support
 * for its feature. Undeclared members are allowed.
 *
 * @category `server/discover`
 */
export interface ClientCapabilities {
  /** Experimental features that MCP does not define, by name. */
  experimental?: { [key: string]: JSONObject };

  /**
   * Capability of clients that answer `roots/list`.
   *
   * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments,
   * as resource URIs or in their configuration.
   */
  roots?: {};

  /**
   * Capability of clients that answer `sampling/createMessage`.
   *
   * @deprecated Since 2026-07-28. Call a model provider from the server itself.
   */
  sampling?: {
    /**
     * Present if the client supports `includeContext`. Otherwise servers SHOULD
     * leave `includeContext` out or set it to `none`.
     */
    context?: JSONObject;

    /**
     * Present if the client supports `tools` and `toolChoice` in sampling
     * requests.
     */
    tools?: JSONObject;
  };

  /**
   * Capability of clients that answer `elicitation/create`. An empty object
   * means form mode only.
   */
  elicitation?: {
    /**
     * Present if the client supports form mode: it shows a form and returns the
     * form's values.
     */
    form?: JSONObject;

    /**
     * Present if the client supports URL mode: it sends the user to a web page.
     */
    url?: JSONObject;
  };

  /**
   * Supported protocol extensions by identifier, with the settings of each. An
   * empty object means no settings. Keys MUST be valid `_meta` keys and MUST
   * have a prefix.
   */
  extensions?: { [key: string]: JSONObject };
}

/**
 * Features that a server supports. A member that is present declares support
 * for its feature. Undeclared members are allowed.
 *
 * @category `server/discover`
 */
export interface ServerCapabilities {
  /** Experimental features that MCP does not define, by name. */
  experimental?: { [key: string]: JSONObject };

  /**
   * Capability of servers that send `notifications/message`.
   *
   * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit
   * OpenTelemetry.
   */
  logging?: JSONObject;

  /** Capability of servers that answer `completion/complete`. */
  completions?: JSONObject;

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

  /**
   * Supported protocol extensions by identifier, with the settings of each. An
   * empty object means no settings. Keys MUST be valid `_meta` keys and MUST
   * have a prefix.
   */
  extensions?: { [key: string]: JSONObject };
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
 * @category `server/discover`
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
 * @category Common Types
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
  params: PaginatedRequestParams;
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

/* Caching */

/**
 * Base type of results that a client can cache.
 *
 * @internal
 */
export interface CacheableResult extends Result {
  /**
   * Time in milliseconds, from receipt, for which a client SHOULD treat the
   * result as fresh. 0 means that the result is stale at once. Works like
   * `max-age` in HTTP.
   *
   * @minimum 0
   */
  ttlMs: number;

  /**
   * Clients that can share a cached copy of the result. `public`: every client
   * and shared proxy, because the result contains nothing about the user.
   * `private`: only clients in the same authorization context; a copy MUST NOT
   * be used in another context.
   */
  cacheScope: "public" | "private";
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
export interface ListResourcesResult extends PaginatedResult, CacheableResult {
  /** Resources on this page of the list. */
  resources: Resource[];
}

/**
 * JSON-RPC response to `resources/list`.
 *
 * @category `resources/list`
 */
export interface ListResourcesResultResponse extends JSONRPCResultResponse {
  result: ListResourcesResult;
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
export interface ListResourceTemplatesResult
  extends PaginatedResult, CacheableResult {
  /** Resource templates on this page of the list. */
  resourceTemplates: ResourceTemplate[];
}

/**
 * JSON-RPC response to `resources/templates/list`.
 *
 * @category `resources/templates/list`
 */
export interface ListResourceTemplatesResultResponse extends JSONRPCResultResponse {
  result: ListResourceTemplatesResult;
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
export interface ReadResourceRequestParams
  extends ResourceRequestParams, InputResponseRequestParams {}

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
export interface ReadResourceResult extends CacheableResult {
  /**
   * Contents of the resource, in one or more parts. Each part has a separate
   * URI.
   */
  contents: (TextResourceContents | BlobResourceContents)[];
}

/**
 * JSON-RPC response to `resources/read`: the final result, or an
 * InputRequiredResult.
 *
 * @category `resources/read`
 */
export interface ReadResourceResultResponse extends JSONRPCResultResponse {
  result: ReadResourceResult | InputRequiredResult;
}

/**
 * Says that the server's list of resources has changed. Sent only on a
 * `subscriptions/listen` stream that asked for `resourcesListChanged`.
 *
 * @category `notifications/resources/list_changed`
 */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  method: "notifications/resources/list_changed";
  params?: NotificationParams;
}

/* Subscriptions */

/**
 * Kinds of notifications to deliver on a `subscriptions/listen` stream. The
 * server MUST NOT send kinds that the client did not choose.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionFilter {
  /** Whether to send `notifications/tools/list_changed` on the stream. */
  toolsListChanged?: boolean;

  /** Whether to send `notifications/prompts/list_changed` on the stream. */
  promptsListChanged?: boolean;

  /** Whether to send `notifications/resources/list_changed` on the stream. */
  resourcesListChanged?: boolean;

  /**
   * URIs of the resources for which the client wants to receive
   * `notifications/resources/updated`.
   */
  resourceSubscriptions?: string[];
}

/**
 * Params of `subscriptions/listen`.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenRequestParams extends RequestParams {
  /**
   * Notifications that the client wants; the server MUST NOT send other kinds.
   */
  notifications: SubscriptionFilter;
}

/**
 * Opens a long-lived stream of notifications that do not belong to a particular
 * request. Works the same way over HTTP and stdio.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenRequest extends JSONRPCRequest {
  method: "subscriptions/listen";
  params: SubscriptionsListenRequestParams;
}

/**
 * The `_meta` of a SubscriptionsListenResult.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenResultMetaObject extends ResultMetaObject {
  /**
   * Id of the `subscriptions/listen` request whose stream ends with this
   * result; equal to the `id` of this response.
   */
  "io.modelcontextprotocol/subscriptionId": RequestId;
}

/**
 * Result of `subscriptions/listen`: the server has ended the stream in an
 * orderly way, for example at shutdown. If the connection breaks, no result is
 * sent.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenResult extends Result {
  /** Metadata that identifies the ended stream. */
  _meta: SubscriptionsListenResultMetaObject;
}

/**
 * JSON-RPC response to `subscriptions/listen`, sent when the server ends the
 * stream in an orderly way.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenResultResponse extends JSONRPCResultResponse {
  result: SubscriptionsListenResult;
}

/**
 * Params of `notifications/subscriptions/acknowledged`.
 *
 * @category `notifications/subscriptions/acknowledged`
 */
export interface SubscriptionsAcknowledgedNotificationParams extends NotificationParams {
  /**
   * Kinds of notifications that this stream will deliver: the requested kinds
   * that the server supports.
   */
  notifications: SubscriptionFilter;
}

/**
 * Confirms a `subscriptions/listen` stream and lists the notifications that the
 * stream will deliver. MUST precede every other message with the same
 * subscription id. On stdio, messages of other streams can arrive before it.
 *
 * @category `notifications/subscriptions/acknowledged`
 */
export interface SubscriptionsAcknowledgedNotification extends JSONRPCNotification {
  method: "notifications/subscriptions/acknowledged";
  params: SubscriptionsAcknowledgedNotificationParams;
}

/* Resources, continued */

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
 * outdated. Sent only for URIs that a `subscriptions/listen` request lists in
 * `resourceSubscriptions`.
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
export interface ListPromptsResult extends PaginatedResult, CacheableResult {
  /** Prompts on this page of the list. */
  prompts: Prompt[];
}

/**
 * JSON-RPC response to `prompts/list`.
 *
 * @category `prompts/list`
 */
export interface ListPromptsResultResponse extends JSONRPCResultResponse {
  result: ListPromptsResult;
}

/**
 * Params of `prompts/get`.
 *
 * @category `prompts/get`
 */
export interface GetPromptRequestParams extends InputResponseRequestParams {
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
 * JSON-RPC response to `prompts/get`: the final result, or an
 * InputRequiredResult.
 *
 * @category `prompts/get`
 */
export interface GetPromptResultResponse extends JSONRPCResultResponse {
  result: GetPromptResult | InputRequiredResult;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
}

/**
 * Says that the server's list of prompts has changed. Sent only on a
 * `subscriptions/listen` stream that asked for `promptsListChanged`.
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
export interface ListToolsResult extends PaginatedResult, CacheableResult {
  /** Tools on this page of the list. */
  tools: Tool[];
}

/**
 * JSON-RPC response to `tools/list`.
 *
 * @category `tools/list`
 */
export interface ListToolsResultResponse extends JSONRPCResultResponse {
  result: ListToolsResult;
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
   * Output of the tool as any JSON value. It conforms to the tool's
   * `outputSchema`, if the tool has one.
   */
  structuredContent?: unknown;

  /**
   * Whether the tool failed. Absent means false. A tool SHOULD report its own
   * failure here, so that the model sees the failure and can react. An unknown
   * tool or missing tool support is a JSON-RPC error instead.
   */
  isError?: boolean;
}

/**
 * JSON-RPC response to `tools/call`: the final result, or an
 * InputRequiredResult.
 *
 * @category `tools/call`
 */
export interface CallToolResultResponse extends JSONRPCResultResponse {
  result: CallToolResult | InputRequiredResult;
}

/**
 * Params of `tools/call`.
 *
 * @category `tools/call`
 */
export interface CallToolRequestParams extends InputResponseRequestParams {
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
 * Says that the server's list of tools has changed. Sent only on a
 * `subscriptions/listen` stream that asked for `toolsListChanged`.
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
 * Tool, as listed to clients.
 *
 * @category `tools/list`
 */
export interface Tool extends BaseMetadata, Icons {
  /** Description of the tool, for models and people. */
  description?: string;

  /**
   * JSON Schema (2020-12 unless `$schema` says otherwise) of the tool's
   * arguments. The root `type` is `object`, and all other keywords are allowed.
   * A property with `x-mcp-header` is also sent as an HTTP header on Streamable
   * HTTP.
   */
  inputSchema: { $schema?: string; type: "object"; [key: string]: unknown };

  /**
   * JSON Schema (2020-12 unless `$schema` says otherwise) of `structuredContent` in results of this
   * tool. Any valid schema is allowed.
   */
  outputSchema?: { $schema?: string; [key: string]: unknown };

  /**
   * Hints about the behaviour of the tool. The name to show is `title`; without
   * it, `annotations.title`; without both, `name`.
   */
  annotations?: ToolAnnotations;

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: MetaObject;
}

/* Logging */

/**
 * Params of `notifications/message`.
 *
 * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit OpenTelemetry.
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
 * Log message from the server, for a request whose `_meta` has
 * `io.modelcontextprotocol/logLevel`.
 *
 * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit
 * OpenTelemetry.
 * @category `notifications/message`
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  method: "notifications/message";
  params: LoggingMessageNotificationParams;
}

/**
 * Severities of log messages, from RFC 5424 (syslog), least severe first.
 *
 * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit
 * OpenTelemetry.
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequestParams {
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
   *
   * @deprecated The values `thisServer` and `allServers` alone, since
   * 2025-11-25. Leave the member out, or send `none`.
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
  metadata?: JSONObject;

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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequest {
  method: "sampling/createMessage";
  params: CreateMessageRequestParams;
}

/**
 * Result of `sampling/createMessage`: the message that the model generated. A
 * person should be able to review and reject the message before the server
 * receives it.
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface CreateMessageResult extends SamplingMessage {
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface SamplingMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message: one block or several blocks. */
  content: SamplingMessageContentBlock | SamplingMessageContentBlock[];

  /** Metadata of this object; the protocol reserves some keys. */
  _meta?: MetaObject;
}

/**
 * Kinds of content that a conversation with a model can hold.
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
}

/**
 * Content block by which the model asks for a tool call.
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
  _meta?: MetaObject;
}

/**
 * Outcome of a tool call, returned to the model in a message with the role
 * `user`.
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
   * Output of the tool as any JSON value. It SHOULD conform to the tool's
   * `outputSchema`, if the tool has one.
   */
  structuredContent?: unknown;

  /**
   * Whether the tool failed; the content usually gives the reason. Default:
   * false.
   */
  isError?: boolean;

  /**
   * Metadata of the outcome. Clients SHOULD keep the metadata when they send
   * the block again, because it can help caching.
   */
  _meta?: MetaObject;
}

/* Model preferences */

/**
 * Preferences of the server for the client's choice of a model. The client
 * decides how to weigh them and MAY ignore them. Priorities range from 0 (not
 * important) to 1 (most important).
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
    /**
     * Suggested values, at most 100.
     *
     * @maxItems 100
     */
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
 * JSON-RPC response to `completion/complete`.
 *
 * @category `completion/complete`
 */
export interface CompleteResultResponse extends JSONRPCResultResponse {
  result: CompleteResult;
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
 * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments, as resource URIs or in
 * their configuration.
 * @category `roots/list`
 */
export interface ListRootsRequest {
  method: "roots/list";

  /**
   * Parameters of the request. They are optional because the request is
   * embedded in a result.
   */
  params?: {
    /** Metadata of the request; the protocol reserves some keys. */
    _meta?: MetaObject;
  };
}

/**
 * Result of `roots/list`: the directories and files that the server may work
 * on.
 *
 * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments, as
 * resource URIs or in their configuration.
 * @category `roots/list`
 */
export interface ListRootsResult {
  /** Roots of the client, in any order. */
  roots: Root[];
}

/**
 * A directory or file that the server may work on.
 *
 * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments, as resource URIs or in
 * their configuration.
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
  _meta?: MetaObject;
}

/* Elicitation */

/**
 * Params of `elicitation/create` in form mode. Servers MUST NOT request secrets
 * with a form.
 *
 * @category `elicitation/create`
 */
export interface ElicitRequestFormParams {
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
export interface ElicitRequestURLParams {
  /** Mode of the elicitation: a web page. */
  mode: "url";

  /** Message to show to the user about the reason for opening the page. */
  message: string;

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
export interface ElicitRequest {
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
export interface ElicitResult {
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

/* Messages from the client */

/**
 * Union of all requests that a client can send.
 *
 * @internal
 */
export type ClientRequest =
  | DiscoverRequest
  | CompleteRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscriptionsListenRequest
  | CallToolRequest
  | ListToolsRequest;

/**
 * Union of all notifications that a client can send.
 *
 * @internal
 */
export type ClientNotification = CancelledNotification;

/**
 * Union of all results that a client can return. In this revision servers send
 * no requests, so only the empty result remains.
 *
 * @internal
 */
export type ClientResult = EmptyResult;

/* Messages from the server */

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
  | SubscriptionsAcknowledgedNotification;

/**
 * Union of all results that a server can return.
 *
 * @internal
 */
export type ServerResult =
  | EmptyResult
  | DiscoverResult
  | CompleteResult
  | GetPromptResult
  | ListPromptsResult
  | ListResourceTemplatesResult
  | ListResourcesResult
  | ReadResourceResult
  | SubscriptionsListenResult
  | CallToolResult
  | ListToolsResult
  | InputRequiredResult;
