/**
 * Host with the MCP Apps extension. Opens the HTML pages of tools, and sends
 * the requests of these pages to the servers.
 */
import { BAD_PARAMS } from "../json-rpc/constants.js";
import { fromBase64 } from "../json-rpc/messages/base64.js";
import { McpError, tooManyRequests } from "../json-rpc/messages/errors.js";
import { jsonSize } from "../limits/json-size.js";
import { RateLimit } from "../limits/rate-limit.js";
import { isArray, isObject, type Fields } from "../validation/guards.js";
import { isDocument, isPageAddress, PAGE_TYPE } from "../apps/page.js";
import { HostCore } from "./host.js";
import { joinUri } from "./names.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { HostBinding, HostSettings } from "./config/settings.js";
import type { ListedItem } from "./fetch-lists.js";

/** Limits for the requests that one HTML page of a tool sends to its server. */
export interface PageLimits {
  /**
   * Maximum number of requests per minute.
   *
   * @default 120
   */
  readonly requests?: number | undefined;
  /**
   * Maximum number of requests at the same time.
   *
   * @default 8
   */
  readonly pending?: number | undefined;
  /**
   * Maximum size of the params of a request, in characters of JSON.
   *
   * @default 1_048_576
   */
  readonly characters?: number | undefined;
}

/** Returns client capabilities that declare the apps extension. */
export function declareApps(capabilities: Fields = {}): Fields {
  const { extensions } = capabilities as { readonly extensions?: object };
  const apps = { "io.modelcontextprotocol/ui": { mimeTypes: [PAGE_TYPE] } };
  return { ...capabilities, extensions: { ...apps, ...extensions } };
}

export class AppHostCore extends HostCore {
  readonly #isMeta: (value: unknown) => boolean;

  constructor(
    binding: HostBinding,
    settings: HostSettings,
    isMeta: (value: unknown) => boolean,
  ) {
    super(binding, settings);
    this.#isMeta = isMeta;
  }

  /** Tools that the language model may use. */
  override get tools(): readonly ListedItem[] {
    return super.tools.filter((tool) => isVisible(tool, "model"));
  }

  override async callTool(
    params: { readonly name: string; readonly arguments?: object },
    options?: RequestOptions,
  ): Promise<unknown> {
    const { server, name } = this.findTool(params.name);
    const tool = this.#find(server, name);
    if (tool && !isVisible(tool, "model"))
      throw refuse(`Only pages may call the tool ${params.name}`);
    return super.callTool(params, options);
  }

  /**
   * Reads the HTML page of a tool. In the result, `request` is a function with
   * which the page sends requests to its server, within `limits`.
   */
  async openPage(name: string, limits: PageLimits = {}): Promise<object> {
    const tool = super.tools.find((tool) => tool.name === name);
    const uri = findUi(tool?.original)?.resourceUri;
    if (!tool || !isPageAddress(uri))
      throw refuse(`The tool ${name} has no page`);
    const server = String(tool.server);
    const result = await this.server(server).request("resources/read", { uri });
    const { contents } = result as { readonly contents: readonly Fields[] };
    const [page = {}] = contents.filter((each) => each.uri === uri);
    const html =
      typeof page.blob === "string"
        ? new TextDecoder().decode(fromBase64(page.blob))
        : page.text;
    if (page.mimeType !== PAGE_TYPE || !isDocument(html))
      throw refuse(
        `The resource ${uri} of ${server} is not an HTML document of the type ${PAGE_TYPE}`,
      );
    const listed = joinUri(server, uri);
    const ui = {
      ...(findUi(page) ??
        findUi(this.resources.find((each) => each.uri === listed))),
    };
    if (!this.#isMeta(ui))
      throw refuse(`The settings of the page ${uri} are not valid`);
    return { ...ui, server, uri, html, request: this.#bound(server, limits) };
  }

  /**
   * Returns a function that sends the requests of a page to its server. The
   * function rejects requests that are not allowed or exceed the limits.
   */
  #bound(
    server: string,
    { requests = 120, pending = 8, characters = 1_048_576 }: PageLimits,
  ) {
    const rate = new RateLimit(requests, requests / 60);
    const target = this.server(server, "page");
    let sent = 0;
    return async (
      method: string,
      params: Fields,
      options?: RequestOptions,
    ): Promise<unknown> => {
      const tool = method === "tools/call" && this.#find(server, params.name);
      if (method !== "resources/read" && !(tool && isVisible(tool, "app")))
        throw refuse(
          `The page may not send ${method} for ${String(params.name)}`,
        );
      if (jsonSize(params) > characters)
        throw refuse(`The params of ${method} are too large`);
      if (sent >= pending || !rate.take())
        throw tooManyRequests("The page sends too many requests");
      sent += 1;
      try {
        return await target.request(method, params, options);
      } finally {
        sent -= 1;
      }
    };
  }

  #find(server: string, name: unknown): ListedItem | undefined {
    return super.tools.find(
      ({ server: from, original }) =>
        from === server && (original as Fields).name === name,
    );
  }
}

function refuse(text: string): McpError {
  return new McpError(BAD_PARAMS, text);
}

/**
 * Returns whether `caller` may use a tool. The caller is the language model
 * (`model`) or a page (`app`).
 */
function isVisible(tool: ListedItem, caller: "model" | "app"): boolean {
  const visibility = findUi(tool.original)?.visibility;
  return !isArray(visibility) || visibility.includes(caller);
}

/**
 * Returns the settings of the apps extension, which a tool or resource has in
 * `_meta.ui`.
 */
function findUi(item: unknown): Fields | undefined {
  const meta = isObject(item) ? item._meta : undefined;
  return isObject(meta) && isObject(meta.ui) ? meta.ui : undefined;
}
