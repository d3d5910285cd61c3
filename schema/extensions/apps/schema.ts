/**
 * Apps extension: a tool has a page, which the client shows in a frame. The
 * page and the client exchange `ui/...` messages over a separate channel, not
 * over the protocol's connection.
 *
 * Extension Identifier: io.modelcontextprotocol/ui
 *
 * @declaredBy client
 * @clientSettings McpUiClientCapabilities
 */

import type {
  CallToolResult,
  ContentBlock,
  EmbeddedResource,
  Implementation,
  RequestId,
  ResourceLink,
  Tool,
} from "../../2026-07-28/schema.js";

/** Version of the apps extension. */
export const LATEST_PROTOCOL_VERSION = "2026-01-26";

/** Colour theme of the client: light or dark. */
export type McpUiTheme = "light" | "dark";

/** Display mode of a page. */
export type McpUiDisplayMode = "inline" | "fullscreen" | "pip";

/** Names of the CSS variables that a client may set. */
export type McpUiStyleVariableKey =
  | "--color-background-primary"
  | "--color-background-secondary"
  | "--color-background-tertiary"
  | "--color-background-inverse"
  | "--color-background-ghost"
  | "--color-background-info"
  | "--color-background-danger"
  | "--color-background-success"
  | "--color-background-warning"
  | "--color-background-disabled"
  | "--color-text-primary"
  | "--color-text-secondary"
  | "--color-text-tertiary"
  | "--color-text-inverse"
  | "--color-text-ghost"
  | "--color-text-info"
  | "--color-text-danger"
  | "--color-text-success"
  | "--color-text-warning"
  | "--color-text-disabled"
  | "--color-border-primary"
  | "--color-border-secondary"
  | "--color-border-tertiary"
  | "--color-border-inverse"
  | "--color-border-ghost"
  | "--color-border-info"
  | "--color-border-danger"
  | "--color-border-success"
  | "--color-border-warning"
  | "--color-border-disabled"
  | "--color-ring-primary"
  | "--color-ring-secondary"
  | "--color-ring-inverse"
  | "--color-ring-info"
  | "--color-ring-danger"
  | "--color-ring-success"
  | "--color-ring-warning"
  | "--font-sans"
  | "--font-mono"
  | "--font-weight-normal"
  | "--font-weight-medium"
  | "--font-weight-semibold"
  | "--font-weight-bold"
  | "--font-text-xs-size"
  | "--font-text-sm-size"
  | "--font-text-md-size"
  | "--font-text-lg-size"
  | "--font-heading-xs-size"
  | "--font-heading-sm-size"
  | "--font-heading-md-size"
  | "--font-heading-lg-size"
  | "--font-heading-xl-size"
  | "--font-heading-2xl-size"
  | "--font-heading-3xl-size"
  | "--font-text-xs-line-height"
  | "--font-text-sm-line-height"
  | "--font-text-md-line-height"
  | "--font-text-lg-line-height"
  | "--font-heading-xs-line-height"
  | "--font-heading-sm-line-height"
  | "--font-heading-md-line-height"
  | "--font-heading-lg-line-height"
  | "--font-heading-xl-line-height"
  | "--font-heading-2xl-line-height"
  | "--font-heading-3xl-line-height"
  | "--border-radius-xs"
  | "--border-radius-sm"
  | "--border-radius-md"
  | "--border-radius-lg"
  | "--border-radius-xl"
  | "--border-radius-full"
  | "--border-width-regular"
  | "--shadow-hairline"
  | "--shadow-sm"
  | "--shadow-md"
  | "--shadow-lg";

/** Values of the CSS variables. A client can set any of them. */
export type McpUiStyles = Record<McpUiStyleVariableKey, string | undefined>;

/** Asks the client to open a URL outside of the page. */
export interface McpUiOpenLinkRequest {
  method: "ui/open-link";
  params: { url: string };
}

/** Result of `ui/open-link`: whether the client opened the URL. */
export interface McpUiOpenLinkResult {
  isError?: boolean;
  [key: string]: unknown;
}

/** Offers files of the page to the user for download. */
export interface McpUiDownloadFileRequest {
  method: "ui/download-file";
  params: { contents: (EmbeddedResource | ResourceLink)[] };
}

/** Result of `ui/download-file`: whether the user received the files. */
export interface McpUiDownloadFileResult {
  isError?: boolean;
  [key: string]: unknown;
}

/** Adds a message of the page to the conversation. */
export interface McpUiMessageRequest {
  method: "ui/message";
  params: {
    role: "user";
    content: ContentBlock[];
  };
}

/** Result of `ui/message`: whether the client accepted the message. */
export interface McpUiMessageResult {
  isError?: boolean;
  [key: string]: unknown;
}

/**
 * Tells the client that the outer frame of the sandbox is ready to load a page.
 *
 * @internal
 */
export interface McpUiSandboxProxyReadyNotification {
  method: "ui/notifications/sandbox-proxy-ready";
  params: {};
}

/**
 * Delivers the page that the sandbox loads into its inner frame.
 *
 * @internal
 */
export interface McpUiSandboxResourceReadyNotification {
  method: "ui/notifications/sandbox-resource-ready";
  params: {
    html: string;
    sandbox?: string;
    csp?: McpUiResourceCsp;
    permissions?: McpUiResourcePermissions;
  };
}

/** Reports a new size of the page to the client. */
export interface McpUiSizeChangedNotification {
  method: "ui/notifications/size-changed";
  params: {
    width?: number;
    height?: number;
  };
}

/** Delivers the arguments of the tool call to the page. */
export interface McpUiToolInputNotification {
  method: "ui/notifications/tool-input";
  params: { arguments?: Record<string, unknown> };
}

/**
 * Delivers partial arguments of the tool call to the page, while the model is
 * still generating the arguments.
 */
export interface McpUiToolInputPartialNotification {
  method: "ui/notifications/tool-input-partial";
  params: { arguments?: Record<string, unknown> };
}

/** Delivers the result of the tool call to the page. */
export interface McpUiToolResultNotification {
  method: "ui/notifications/tool-result";
  params: CallToolResult;
}

/** Tells the page that the tool call was cancelled. */
export interface McpUiToolCancelledNotification {
  method: "ui/notifications/tool-cancelled";
  params: { reason?: string };
}

/** CSS that the client provides for the page. */
export interface McpUiHostCss {
  fonts?: string;
}

/** Style settings of the client. */
export interface McpUiHostStyles {
  variables?: McpUiStyles;
  css?: McpUiHostCss;
}

/** Information about the client that a page may use. */
export interface McpUiHostContext {
  [key: string]: unknown;
  toolInfo?: {
    id?: RequestId;
    tool: Tool;
  };
  theme?: McpUiTheme;
  styles?: McpUiHostStyles;
  displayMode?: McpUiDisplayMode;
  availableDisplayModes?: McpUiDisplayMode[];
  containerDimensions?: (
    { height: number } | { maxHeight?: number | undefined }
  ) &
    ({ width: number } | { maxWidth?: number | undefined });
  locale?: string;
  timeZone?: string;
  userAgent?: string;
  platform?: "web" | "desktop" | "mobile";
  deviceCapabilities?: {
    touch?: boolean;
    hover?: boolean;
  };
  safeAreaInsets?: {
    top: number;
    right: number;
    bottom: number;
    left: number;
  };
}

/** Delivers changed information about the client to the page. */
export interface McpUiHostContextChangedNotification {
  method: "ui/notifications/host-context-changed";
  params: McpUiHostContext;
}

/** Replaces the information about the page that the model receives. */
export interface McpUiUpdateModelContextRequest {
  method: "ui/update-model-context";
  params: {
    content?: ContentBlock[];
    structuredContent?: Record<string, unknown>;
  };
}

/** Tells the page that the client is about to remove it. */
export interface McpUiResourceTeardownRequest {
  method: "ui/resource-teardown";
  params: {};
}

/** Tells the client that the page is ready to be removed. */
export interface McpUiResourceTeardownResult {
  [key: string]: unknown;
}

/** Kinds of content that a client accepts. */
export interface McpUiSupportedContentBlockModalities {
  text?: {};
  image?: {};
  audio?: {};
  resource?: {};
  resourceLink?: {};
  structuredContent?: {};
}

/** Asks the client to remove the page. */
export interface McpUiRequestTeardownNotification {
  method: "ui/notifications/request-teardown";
  params?: {};
}

/** Features that a client offers to a page. */
export interface McpUiHostCapabilities {
  experimental?: Record<string, object>;
  openLinks?: {};
  downloadFile?: {};
  serverTools?: { listChanged?: boolean };
  serverResources?: { listChanged?: boolean };
  logging?: {};
  sandbox?: {
    permissions?: McpUiResourcePermissions;
    csp?: McpUiResourceCsp;
  };
  updateModelContext?: McpUiSupportedContentBlockModalities;
  message?: McpUiSupportedContentBlockModalities;
  sampling?: { tools?: {} };
}

/** Features that a page offers. */
export interface McpUiAppCapabilities {
  experimental?: Record<string, object>;
  tools?: { listChanged?: boolean };
  availableDisplayModes?: McpUiDisplayMode[];
}

/** Starts the conversation between the page and the client. */
export interface McpUiInitializeRequest {
  method: "ui/initialize";
  params: {
    appInfo: Implementation;
    appCapabilities: McpUiAppCapabilities;
    protocolVersion: string;
  };
}

/** Response of the client to the page's `ui/initialize`. */
export interface McpUiInitializeResult {
  protocolVersion: string;
  hostInfo: Implementation;
  hostCapabilities: McpUiHostCapabilities;
  hostContext: McpUiHostContext;
  [key: string]: unknown;
}

/** Tells the client that the page is ready. */
export interface McpUiInitializedNotification {
  method: "ui/notifications/initialized";
  params?: {};
}

/**
 * Origins that a page may load from and connect to. All other origins are
 * blocked.
 */
export interface McpUiResourceCsp {
  /** Origins for network requests (`connect-src`). */
  connectDomains?: string[];

  /**
   * Origins of scripts, styles, images, fonts and media. `*` may replace a
   * subdomain.
   */
  resourceDomains?: string[];

  /** Origins of frames in the page (`frame-src`). */
  frameDomains?: string[];

  /** URLs allowed in `<base>` (`base-uri`). */
  baseUriDomains?: string[];
}

/** Browser permissions that a page requests. The client may refuse them. */
export interface McpUiResourcePermissions {
  camera?: {};
  microphone?: {};
  geolocation?: {};
  clipboardWrite?: {};
}

/**
 * Value of `_meta.ui` of a page, in `resources/read` contents or in a
 * `resources/list` entry.
 */
export interface McpUiResourceMeta {
  /** Origins that the page may load from and connect to. */
  csp?: McpUiResourceCsp;

  /** Browser permissions that the page requests. */
  permissions?: McpUiResourcePermissions;

  /**
   * Dedicated origin for the page. Each client documents the origins that it
   * accepts.
   */
  domain?: string;

  /** Whether the page should have a border. */
  prefersBorder?: boolean;
}

/** Asks the client for another display mode. */
export interface McpUiRequestDisplayModeRequest {
  method: "ui/request-display-mode";
  params: { mode: McpUiDisplayMode };
}

/** Display mode of the page after the request. */
export interface McpUiRequestDisplayModeResult {
  mode: McpUiDisplayMode;
  [key: string]: unknown;
}

/** Caller that may use a tool: the model, or the page. */
export type McpUiToolVisibility = "model" | "app";

/** Value of `_meta.ui` of a tool. */
export interface McpUiToolMeta {
  /** URI of the page that shows the tool's results. It has the scheme `ui`. */
  resourceUri?: string;

  /** Callers that may use the tool. Default: both. */
  visibility?: McpUiToolVisibility[];

  /**
   * Not allowed for a tool: this member belongs in the `_meta.ui` of the page.
   */
  csp?: never;

  /**
   * Not allowed for a tool: this member belongs in the `_meta.ui` of the page.
   */
  permissions?: never;
}

export const OPEN_LINK_METHOD = "ui/open-link";

export const DOWNLOAD_FILE_METHOD = "ui/download-file";

export const MESSAGE_METHOD = "ui/message";

export const SANDBOX_PROXY_READY_METHOD =
  "ui/notifications/sandbox-proxy-ready";

export const SANDBOX_RESOURCE_READY_METHOD =
  "ui/notifications/sandbox-resource-ready";

export const SIZE_CHANGED_METHOD = "ui/notifications/size-changed";

export const TOOL_INPUT_METHOD = "ui/notifications/tool-input";

export const TOOL_INPUT_PARTIAL_METHOD = "ui/notifications/tool-input-partial";

export const TOOL_RESULT_METHOD = "ui/notifications/tool-result";

export const TOOL_CANCELLED_METHOD = "ui/notifications/tool-cancelled";

export const HOST_CONTEXT_CHANGED_METHOD =
  "ui/notifications/host-context-changed";

export const REQUEST_TEARDOWN_METHOD = "ui/notifications/request-teardown";

export const RESOURCE_TEARDOWN_METHOD = "ui/resource-teardown";

export const INITIALIZE_METHOD = "ui/initialize";

export const INITIALIZED_METHOD = "ui/notifications/initialized";

export const REQUEST_DISPLAY_MODE_METHOD = "ui/request-display-mode";

/** Settings that a client declares under the extension's identifier. */
export interface McpUiClientCapabilities {
  /**
   * MIME types of the pages that the client shows, such as
   * `text/html;profile=mcp-app`.
   */
  mimeTypes?: string[];
}
