// The MCP data model at the revision of this folder, as stated by mcp-codegen (MIT, see LICENSE).
// Its structure follows the specification's schema.ts; the fingerprint is pinned in ../revisions.json.
// The comments are this project's own.

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
export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/**
 * Value of the `jsonrpc` member of each message.
 *
 * @internal
 */
export const JSONRPC_VERSION = "2.0";

/* Metadata and common types */

/**
 * Contents of a `_meta` member. A key is an optional prefix (a dotted name,
 * SHOULD be reverse DNS, then `/`) and a name. Prefixes whose second label is
 * `mcp` or `modelcontextprotocol` are reserved for MCP; implementations must
 * not assume anything about their values.
 *
 * @category Common Types
 */
export type MetaObject = Record<string, unknown>;

/**
 * The `_meta` of a request: protocol version, client identity and capabilities,
 * sent with every request.
 *
 * @category Common Types
 */
export interface RequestMetaObject extends MetaObject {
  /**
   * Asks for progress notifications, each of which will repeat this token. The receiver may send
   * none.
   */
  progressToken?: ProgressToken;

  /**
   * Protocol version in which this request is written. Over HTTP it MUST equal
   * the `MCP-Protocol-Version` header (else status 400). A server that does not
   * support the version MUST answer with UnsupportedProtocolVersionError.
   */
  "io.modelcontextprotocol/protocolVersion": string;

  /**
   * Name and version of the calling software; clients SHOULD send it unless
   * configured otherwise. It is unverified: servers SHOULD NOT base behaviour
   * or security on it.
   */
  "io.modelcontextprotocol/clientInfo"?: Implementation;

  /**
   * Capabilities of the client for this one request; an empty object means no
   * optional capability. Servers MUST NOT carry capabilities over from one
   * request to another.
   */
  "io.modelcontextprotocol/clientCapabilities": ClientCapabilities;

  /**
   * Asks for log messages of this severity and above while the request runs. Absent: the server
   * MUST send none.
   *
   * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit OpenTelemetry.
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
   * Id of the `subscriptions/listen` request on whose stream this notification travels. MUST be
   * present there; absent on any other notification, such as progress.
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
   * Name and version of the answering software; servers SHOULD send it unless
   * configured otherwise. It is unverified: clients SHOULD NOT base behaviour
   * or security on it.
   */
  "io.modelcontextprotocol/serverInfo"?: Implementation;
}

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
 * Base of the params of all requests; `_meta` is mandatory.
 *
 * @category Common Types
 */
export interface RequestParams {
  /** Protocol version, client identity and capabilities for this request. */
  _meta: RequestMetaObject;
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
 * @category Common Types
 */
export interface NotificationParams {
  /** Metadata of this notification; the protocol reserves some keys. */
  _meta?: NotificationMetaObject;
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
 * Discriminates the kinds of results: `complete` is the final answer,
 * `input_required` is an InputRequiredResult. Clients MUST reject values that
 * they do not know.
 *
 * @category Common Types
 */
export type ResultType = "complete" | "input_required" | string;

/**
 * Base of all results. Members beyond the declared ones are legal.
 *
 * @category Common Types
 */
export interface Result {
  /** Metadata of this result; the protocol reserves some keys. */
  _meta?: ResultMetaObject;

  /**
   * Kind of this result. Servers MUST send it. If it is absent, as from an
   * older server, a client MUST assume `complete`.
   */
  resultType: ResultType;
  [key: string]: unknown;
}

/**
 * The `error` member of a failed response.
 *
 * @category Errors
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

/**
 * Error object for code -32700. The server could not read a message as JSON.
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
 * Error object for code -32602. Among the causes: an unknown tool or prompt, bad or absent
 * arguments, a stale cursor, an unknown log level, an elicitation mode that the client lacks,
 * sampling messages with tool results missing or mixed with other content.
 *
 * @category Errors
 */
export interface InvalidParamsError extends Error {
  code: typeof INVALID_PARAMS;
}

/**
 * Error object for code -32603. Something unforeseen stopped the receiver from completing the
 * request.
 *
 * @category Errors
 */
export interface InternalError extends Error {
  code: typeof INTERNAL_ERROR;
}

/*
 * Error codes of MCP
 *
 * The specification allocates -32020 to -32099, upwards from -32020. Implementations use -32000 to
 * -32019 as they like; a code there means nothing to others. Two older codes are retired for good:
 * -32002 (no such resource, up to 2025-11-25; now -32602) and -32042 (complete a URL elicitation
 * first, 2025-11-25 only).
 */

/**
 * HTTP headers contradict the request body, or a mandatory one is absent or unreadable.
 *
 * @category Errors
 */
export const HEADER_MISMATCH = -32020;

/**
 * The request needs a client capability that its `_meta` does not declare.
 *
 * @category Errors
 */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;

/**
 * The server does not speak the protocol version of the request.
 *
 * @category Errors
 */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/**
 * Response with code -32020: HTTP headers contradict the body, or a mandatory one is absent or
 * unreadable. The HTTP status MUST be 400.
 *
 * @category Errors
 */
export interface HeaderMismatchError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {
  /** The error, with its code fixed. */
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
  /** The error, with its code fixed. */
  error: Error & {
    code: typeof UNSUPPORTED_PROTOCOL_VERSION;

    /** Facts that the client needs for a retry. */
    data: {
      /** Versions that the server speaks; the client should pick one that it speaks too. */
      supported: string[];

      /** Version that the request named. */
      requested: string;
    };
  };
}

/**
 * Response with code -32021: the work needs a capability that `clientCapabilities` leaves out. The
 * HTTP status MUST be 400.
 *
 * @category Errors
 */
export interface MissingRequiredClientCapabilityError extends Omit<
  JSONRPCErrorResponse,
  "error"
> {
  /** The error, with its code fixed. */
  error: Error & {
    code: typeof MISSING_REQUIRED_CLIENT_CAPABILITY;

    /** Missing support of the client. */
    data: {
      /** The capabilities without which the server cannot proceed. */
      requiredCapabilities: ClientCapabilities;
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

/* Multi round-trip requests */

/**
 * A request that a server embeds in a result, for the client to fulfil.
 *
 * @internal
 */
export type InputRequest =
  CreateMessageRequest | ListRootsRequest | ElicitRequest;

/**
 * Answer of the client to an InputRequest.
 *
 * @internal
 */
export type InputResponse =
  CreateMessageResult | ListRootsResult | ElicitResult;

/**
 * Embedded requests, keyed by strings that the server picks. Each request MUST
 * be of a kind that the client has declared.
 *
 * @category Multi Round-Trip
 */
export interface InputRequests {
  [key: string]: InputRequest;
}

/**
 * Answers of the client, keyed like the InputRequests that they answer.
 *
 * @category Multi Round-Trip
 */
export interface InputResponses {
  [key: string]: InputResponse;
}

/**
 * Intermediate result: the client gathers input and repeats the request with a
 * new id. MUST hold `inputRequests`, `requestState` or both. Legal only for
 * `prompts/get`, `resources/read` and `tools/call`.
 *
 * @category Multi Round-Trip
 */
export interface InputRequiredResult extends Result {
  /**
   * Input that the client has to obtain before it repeats the request. If
   * absent, the client may repeat the request at once.
   */
  inputRequests?: InputRequests;

  /**
   * The server's sealed state. The client MUST send it back unchanged and MUST
   * treat it as opaque.
   */
  requestState?: string;
}

/** Base of the params of requests that a client may have to repeat with input. */
export interface InputResponseRequestParams extends RequestParams {
  /** On a repeated request: an answer for every key of the `inputRequests` received. */
  inputResponses?: InputResponses;

  /**
   * On a repeated request: the `requestState` received, unchanged. MUST be
   * absent when none was received.
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
  /** Id of the request to give up. It MUST be one that the client issued. */
  requestId: RequestId;

  /** Why, in words; MAY be written to a log or shown to a person. */
  reason?: string;
}

/**
 * The client no longer wants the answer to a request; the server SHOULD stop the work. It may
 * arrive too late. A server may send it on stdio alone, to end a `subscriptions/listen` stream, and
 * MUST NOT send it for anything else.
 *
 * @category `notifications/cancelled`
 */
export interface CancelledNotification extends JSONRPCNotification {
  method: "notifications/cancelled";
  params: CancelledNotificationParams;
}

/* Discovery */

/**
 * Asks which versions and capabilities the server has. Every server MUST answer it. Calling it is
 * optional for clients, since each request states its own version.
 *
 * @category `server/discover`
 */
export interface DiscoverRequest extends JSONRPCRequest {
  method: "server/discover";
  params: RequestParams;
}

/**
 * Versions, capabilities and identity of a server.
 *
 * @category `server/discover`
 */
export interface DiscoverResult extends CacheableResult {
  /**
   * Protocol versions that the server speaks; the client should write its further requests in one
   * of them.
   */
  supportedVersions: string[];

  /** Features that the server supports. */
  capabilities: ServerCapabilities;

  /**
   * How to use this server, in words, for a model to read. Should add to the tool descriptions, not
   * repeat them.
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
 * Features of a client. Presence declares support; members beyond the declared ones are legal.
 *
 * @category `server/discover`
 */
export interface ClientCapabilities {
  /** Features outside the standard, by name. */
  experimental?: { [key: string]: JSONObject };

  /**
   * Declared by clients that answer `roots/list`.
   *
   * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments, as resource URIs or
   * in their configuration.
   */
  roots?: {};

  /**
   * Declared by clients that answer `sampling/createMessage`.
   *
   * @deprecated Since 2026-07-28. Call a model provider from the server itself.
   */
  sampling?: {
    /**
     * `includeContext` is honoured. Without it servers SHOULD leave `includeContext` out or set it
     * to `none`.
     */
    context?: JSONObject;

    /** `tools` and `toolChoice` are honoured in sampling requests. */
    tools?: JSONObject;
  };

  /**
   * Declared by clients that answer `elicitation/create`. An empty object means
   * form mode only.
   */
  elicitation?: {
    /** Form mode: the client shows a form and returns its values. */
    form?: JSONObject;

    /** URL mode: the client sends the user to a web page. */
    url?: JSONObject;
  };

  /**
   * Protocol extensions by identifier, each with its settings (an empty object: none). Keys MUST be
   * valid `_meta` keys and MUST have a prefix.
   */
  extensions?: { [key: string]: JSONObject };
}

/**
 * Features of a server. Presence declares support; members beyond the declared ones are legal.
 *
 * @category `server/discover`
 */
export interface ServerCapabilities {
  /** Features outside the standard, by name. */
  experimental?: { [key: string]: JSONObject };

  /**
   * Declared by servers that send `notifications/message`.
   *
   * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit OpenTelemetry.
   */
  logging?: JSONObject;

  /** Declared by servers that answer `completion/complete`. */
  completions?: JSONObject;

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

  /**
   * Protocol extensions by identifier, each with its settings (an empty object: none). Keys MUST be
   * valid `_meta` keys and MUST have a prefix.
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
 * @category `server/discover`
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
 * @category Common Types
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
  params: PaginatedRequestParams;
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

/* Caching */

/**
 * Base of results that a client may keep for a while.
 *
 * @internal
 */
export interface CacheableResult extends Result {
  /**
   * Milliseconds, from receipt, for which a client SHOULD take the result as fresh; 0 means that it
   * is stale at once. Works like `max-age` in HTTP.
   *
   * @minimum 0
   */
  ttlMs: number;

  /**
   * Clients that may share a cached copy. `public`: every client and shared
   * proxy, because the result contains nothing about the user. `private`: only
   * clients in the same authorization context; a copy MUST NOT be used in
   * another.
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
  /** The resources on this page. */
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
  /** The templates on this page. */
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
 * Contents of a resource.
 *
 * @category `resources/read`
 */
export interface ReadResourceResult extends CacheableResult {
  /** The contents, in one or more parts. Each part has its own URI. */
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
 * The server's list of resources has changed. Sent only on a `subscriptions/listen` stream that
 * asked for `resourcesListChanged`.
 *
 * @category `notifications/resources/list_changed`
 */
export interface ResourceListChangedNotification extends JSONRPCNotification {
  method: "notifications/resources/list_changed";
  params?: NotificationParams;
}

/* Subscriptions */

/**
 * Chooses the notifications of a `subscriptions/listen` stream. The server MUST NOT send kinds that
 * are not chosen.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionFilter {
  /** True asks for `notifications/tools/list_changed`. */
  toolsListChanged?: boolean;

  /** True asks for `notifications/prompts/list_changed`. */
  promptsListChanged?: boolean;

  /** True asks for `notifications/resources/list_changed`. */
  resourcesListChanged?: boolean;

  /** URIs of the resources for which to receive `notifications/resources/updated`. */
  resourceSubscriptions?: string[];
}

/**
 * Params of `subscriptions/listen`.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenRequestParams extends RequestParams {
  /** The notifications wanted; the server MUST NOT send other kinds. */
  notifications: SubscriptionFilter;
}

/**
 * Opens a lasting stream of notifications that belong to no particular request. Works alike on HTTP
 * and stdio.
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
   * Id of the `subscriptions/listen` request whose stream ends here; same as the `id` of this
   * response.
   */
  "io.modelcontextprotocol/subscriptionId": RequestId;
}

/**
 * Sent when the server ends a stream in an orderly way, for example at
 * shutdown. A broken transport delivers no result.
 *
 * @category `subscriptions/listen`
 */
export interface SubscriptionsListenResult extends Result {
  /** Metadata that identifies the stream that ends. */
  _meta: SubscriptionsListenResultMetaObject;
}

/**
 * JSON-RPC response to `subscriptions/listen`, sent when the stream ends in good order.
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
 * Confirms a `subscriptions/listen` stream and lists the notifications that it
 * will deliver. MUST precede every other message with the stream's subscription
 * id. On stdio, messages of other streams may come in between.
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
   * The resource that changed; it may lie beneath the one that was subscribed to.
   *
   * @format uri
   */
  uri: string;
}

/**
 * A resource has changed, and what was read before may be out of date. Sent only for URIs that a
 * `subscriptions/listen` request lists in `resourceSubscriptions`.
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
export interface ListPromptsResult extends PaginatedResult, CacheableResult {
  /** The prompts on this page. */
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
 * JSON-RPC response to `prompts/get`: the final result, or an
 * InputRequiredResult.
 *
 * @category `prompts/get`
 */
export interface GetPromptResultResponse extends JSONRPCResultResponse {
  result: GetPromptResult | InputRequiredResult;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
}

/**
 * The server's list of prompts has changed. Sent only on a `subscriptions/listen` stream that asked
 * for `promptsListChanged`.
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
  /** The tools on this page. */
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
 * Outcome of a tool call.
 *
 * @category `tools/call`
 */
export interface CallToolResult extends Result {
  /** Output of the tool, for a model to read. */
  content: ContentBlock[];

  /**
   * Output of the tool as any JSON value. It conforms to the tool's
   * `outputSchema` if there is one.
   */
  structuredContent?: unknown;

  /**
   * True when the tool failed; absent means false. A tool's own failure SHOULD
   * be reported here, so that the model sees it and can react. An unknown tool
   * or missing tool support is a JSON-RPC error.
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
 * The server's list of tools has changed. Sent only on a `subscriptions/listen` stream that asked
 * for `toolsListChanged`.
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
 * A tool, as listed to clients.
 *
 * @category `tools/list`
 */
export interface Tool extends BaseMetadata, Icons {
  /** Description of the tool. Written for models as well as for people. */
  description?: string;

  /**
   * JSON Schema (2020-12 unless `$schema` says otherwise) of the arguments; `type` is `object` at
   * the root, and any other keyword may stand beside it. A property with `x-mcp-header` is also
   * sent as an HTTP header on Streamable HTTP.
   */
  inputSchema: { $schema?: string; type: "object"; [key: string]: unknown };

  /**
   * JSON Schema (2020-12 unless `$schema` says otherwise) of `structuredContent` in results of this
   * tool. Any valid schema is allowed.
   */
  outputSchema?: { $schema?: string; [key: string]: unknown };

  /**
   * Hints about the behaviour of the tool. To show a name, take `title`, else
   * `annotations.title`, else `name`.
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
  /** Severity of this message. */
  level: LoggingLevel;

  /** Name of the component that wrote the message. */
  logger?: string;

  /** The message: a string, an object or any other JSON value. */
  data: unknown;
}

/**
 * A log message from the server, for a request whose `_meta` has
 * `io.modelcontextprotocol/logLevel`.
 *
 * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit OpenTelemetry.
 * @category `notifications/message`
 */
export interface LoggingMessageNotification extends JSONRPCNotification {
  method: "notifications/message";
  params: LoggingMessageNotificationParams;
}

/**
 * Severities of RFC 5424 (syslog), least severe first.
 *
 * @deprecated Since 2026-07-28. Write to stderr on stdio, or emit
 *   OpenTelemetry.
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
  /** The conversation to continue, oldest message first. */
  messages: SamplingMessage[];

  /** Preferences for the choice of model; the client MAY ignore them. */
  modelPreferences?: ModelPreferences;

  /** System prompt that the server proposes; the client MAY change or drop it. */
  systemPrompt?: string;

  /**
   * Whether to add context from this server or from all connected ones; the client MAY refuse.
   * Default: `none`. Servers SHOULD send the other two values only to clients with
   * `sampling.context`.
   *
   * @deprecated The values `thisServer` and `allServers` alone, since 2025-11-25. Leave the member
   * out, or send `none`.
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
  metadata?: JSONObject;

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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface CreateMessageRequest {
  method: "sampling/createMessage";
  params: CreateMessageRequestParams;
}

/**
 * Message that the model generated. A person should be able to review and
 * reject it before the server receives it.
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface CreateMessageResult extends SamplingMessage {
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
 * @category `sampling/createMessage`
 */
export interface SamplingMessage {
  /** Speaker of the message. */
  role: Role;

  /** Content of the message, in one block or several. */
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
}

/**
 * The model asks for a tool to be called.
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
  _meta?: MetaObject;
}

/**
 * Outcome of a tool call, returned to the model under the user role.
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
   * `outputSchema` if there is one.
   */
  structuredContent?: unknown;

  /**
   * True when the tool failed; the content usually gives the reason. Default:
   * false.
   */
  isError?: boolean;

  /**
   * Metadata of this outcome. Clients SHOULD keep it when they send the block again, since it can
   * help caching.
   */
  _meta?: MetaObject;
}

/* Model preferences */

/**
 * Preferences of the server for the choice of model. The client weighs them
 * freely and MAY ignore them. Priorities range from 0 (not important) to 1
 * (most important).
 *
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
 * @deprecated Since 2026-07-28. Call a model provider from the server itself.
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
    /**
     * The suggestions, 100 at most.
     *
     * @maxItems 100
     */
    values: string[];

    /** How many suggestions exist; may be more than were sent. */
    total?: number;

    /** True when suggestions were left out, whether or not their number is known. */
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
 * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments, as resource URIs or in
 * their configuration.
 * @category `roots/list`
 */
export interface ListRootsRequest {
  method: "roots/list";

  /** Optional here, since the request is embedded in a result, not sent. */
  params?: {
    /** Metadata of this request; the protocol reserves some keys. */
    _meta?: MetaObject;
  };
}

/**
 * The directories and files that the server may work on.
 *
 * @deprecated Since 2026-07-28. Hand locations to servers as tool arguments, as resource URIs or in
 * their configuration.
 * @category `roots/list`
 */
export interface ListRootsResult {
  /** The roots, in any order. */
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
   * URI of the root. It must be a `file://` URI for now; later revisions may
   * allow other schemes.
   *
   * @format uri
   */
  uri: string;

  /** Name to show to people, or by which to refer to the root. */
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
export interface ElicitRequestURLParams {
  /** URL mode. */
  mode: "url";

  /** Message to show to the user about the reason for opening the page. */
  message: string;

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
export interface ElicitResult {
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

/* Messages from the client */

/**
 * Every request that a client sends.
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
 * Every notification that a client sends.
 *
 * @internal
 */
export type ClientNotification = CancelledNotification;

/**
 * Every result that a client returns. At this revision servers send no
 * requests, so only the empty result is left.
 *
 * @internal
 */
export type ClientResult = EmptyResult;

/* Messages from the server */

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
  | SubscriptionsAcknowledgedNotification;

/**
 * Every result that a server returns.
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
