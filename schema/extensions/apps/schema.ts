/**
 * Apps: pages that tools bring along, which a client shows in a frame. What page and client say to
 * each other (`ui/...`) goes over a channel of its own, and not over the protocol's connection.
 *
 * Extension Identifier: io.modelcontextprotocol/ui
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

/** The version of the extension. */
export const LATEST_PROTOCOL_VERSION = "2026-01-26";

/** Whether the client is light or dark. */
export type McpUiTheme = "light" | "dark";

/** How much room a page has. */
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

/** Values of those variables; a client sets some of them. */
export type McpUiStyles = Record<McpUiStyleVariableKey, string | undefined>;

/** The page wants an address opened outside of it. */
export interface McpUiOpenLinkRequest {
  method: "ui/open-link";
  params: { url: string };
}

/** Whether it was. */
export interface McpUiOpenLinkResult {
  isError?: boolean;
  [key: string]: unknown;
}

/** The page has files for the user. */
export interface McpUiDownloadFileRequest {
  method: "ui/download-file";
  params: { contents: (EmbeddedResource | ResourceLink)[] };
}

/** Whether the user has them. */
export interface McpUiDownloadFileResult {
  isError?: boolean;
  [key: string]: unknown;
}

/** The page says something in the conversation. */
export interface McpUiMessageRequest {
  method: "ui/message";
  params: {
    role: "user";
    content: ContentBlock[];
  };
}

/** Whether it was taken. */
export interface McpUiMessageResult {
  isError?: boolean;
  [key: string]: unknown;
}

/**
 * The outer frame can load a page.
 *
 * @internal
 */
export interface McpUiSandboxProxyReadyNotification {
  method: "ui/notifications/sandbox-proxy-ready";
  params: {};
}

/**
 * The page for the inner frame.
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

/** The page has another size. */
export interface McpUiSizeChangedNotification {
  method: "ui/notifications/size-changed";
  params: {
    width?: number;
    height?: number;
  };
}

/** The arguments of the tool's call. */
export interface McpUiToolInputNotification {
  method: "ui/notifications/tool-input";
  params: { arguments?: Record<string, unknown> };
}

/** The arguments as far as they are known. */
export interface McpUiToolInputPartialNotification {
  method: "ui/notifications/tool-input-partial";
  params: { arguments?: Record<string, unknown> };
}

/** What the tool's call came to. */
export interface McpUiToolResultNotification {
  method: "ui/notifications/tool-result";
  params: CallToolResult;
}

/** The tool's call was cancelled. */
export interface McpUiToolCancelledNotification {
  method: "ui/notifications/tool-cancelled";
  params: { reason?: string };
}

/** CSS of the client's for the page. */
export interface McpUiHostCss {
  fonts?: string;
}

/** How the client looks. */
export interface McpUiHostStyles {
  variables?: McpUiStyles;
  css?: McpUiHostCss;
}

/** What a page may know of the client that shows it. */
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

/** What has changed of that. */
export interface McpUiHostContextChangedNotification {
  method: "ui/notifications/host-context-changed";
  params: McpUiHostContext;
}

/**
 * What the model should know of the page from now on, in place of what it knew.
 */
export interface McpUiUpdateModelContextRequest {
  method: "ui/update-model-context";
  params: {
    content?: ContentBlock[];
    structuredContent?: Record<string, unknown>;
  };
}

/** The page is about to be taken away. */
export interface McpUiResourceTeardownRequest {
  method: "ui/resource-teardown";
  params: {};
}

/** The page is ready for that. */
export interface McpUiResourceTeardownResult {
  [key: string]: unknown;
}

/** Kinds of content that a client takes. */
export interface McpUiSupportedContentBlockModalities {
  text?: {};
  image?: {};
  audio?: {};
  resource?: {};
  resourceLink?: {};
  structuredContent?: {};
}

/** The page asks to be taken away. */
export interface McpUiRequestTeardownNotification {
  method: "ui/notifications/request-teardown";
  params?: {};
}

/** What a client can do for a page. */
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

/** What a page can do. */
export interface McpUiAppCapabilities {
  experimental?: Record<string, object>;
  tools?: { listChanged?: boolean };
  availableDisplayModes?: McpUiDisplayMode[];
}

/** The page opens the conversation with the client. */
export interface McpUiInitializeRequest {
  method: "ui/initialize";
  params: {
    appInfo: Implementation;
    appCapabilities: McpUiAppCapabilities;
    protocolVersion: string;
  };
}

/** The client's answer. */
export interface McpUiInitializeResult {
  protocolVersion: string;
  hostInfo: Implementation;
  hostCapabilities: McpUiHostCapabilities;
  hostContext: McpUiHostContext;
  [key: string]: unknown;
}

/** The page is ready. */
export interface McpUiInitializedNotification {
  method: "ui/notifications/initialized";
  params?: {};
}

/** What a page may load and reach; all that is not named is forbidden. */
export interface McpUiResourceCsp {
  /** Origins of requests (`connect-src`). */
  connectDomains?: string[];

  /**
   * Origins of scripts, styles, images, fonts and media; `*` may stand for a subdomain.
   */
  resourceDomains?: string[];

  /** Origins of frames in the page (`frame-src`). */
  frameDomains?: string[];

  /** What `<base>` may name (`base-uri`). */
  baseUriDomains?: string[];
}

/** What a page asks of the browser. It may be refused. */
export interface McpUiResourcePermissions {
  camera?: {};
  microphone?: {};
  geolocation?: {};
  clipboardWrite?: {};
}

/**
 * `_meta.ui` of a page: of its content in `resources/read`, or of its entry in `resources/list`.
 */
export interface McpUiResourceMeta {
  /** What it may load and reach. */
  csp?: McpUiResourceCsp;

  /** What it asks of the browser. */
  permissions?: McpUiResourcePermissions;

  /** An origin of its own; each client says which it takes. */
  domain?: string;

  /** Whether a border is wanted round it. */
  prefersBorder?: boolean;
}

/** The page asks for more room, or for less. */
export interface McpUiRequestDisplayModeRequest {
  method: "ui/request-display-mode";
  params: { mode: McpUiDisplayMode };
}

/** The room that it has. */
export interface McpUiRequestDisplayModeResult {
  mode: McpUiDisplayMode;
  [key: string]: unknown;
}

/** Who may call a tool: the model, or the page. */
export type McpUiToolVisibility = "model" | "app";

/** `_meta.ui` of a tool. */
export interface McpUiToolMeta {
  /** The page that shows its results, `ui://...`. */
  resourceUri?: string;

  /** Who may call it. Default: both. */
  visibility?: McpUiToolVisibility[];

  /** Stands at the page. */
  csp?: never;

  /** Stands at the page. */
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

/** What a client declares under the extension's identifier. */
export interface McpUiClientCapabilities {
  /** Types of pages that it shows: `text/html;profile=mcp-app`. */
  mimeTypes?: string[];
}
