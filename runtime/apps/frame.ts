/** Host side of the apps extension: shows the page of a tool in a frame. */
import { INVALID_MESSAGE } from "../json-rpc/constants.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { jsonSize } from "../limits/json-size.js";
import { RateLimit } from "../limits/rate-limit.js";
import { isObject, own } from "../validation/guards.js";
import { FrameChannel } from "./channel.js";
import { getAllowAttribute } from "./sandbox.js";
import type { ChannelRules, FrameHandler, OwnWindow } from "./channel.js";
import type { Fields } from "../validation/guards.js";
import type { FrameElement, SandboxPage } from "./sandbox.js";

/** Options of a frame. The generated `PageOptions` documents the members. */
interface FrameSettings {
  readonly sandbox: string;
  readonly page: SandboxPage;
  readonly info: object;
  readonly capabilities?: object | undefined;
  readonly context?: object | undefined;
  readonly messages?: number | undefined;
  readonly characters?: number | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly onClosed?: ((error: Error | undefined) => void) | undefined;
}

interface HostWindow extends OwnWindow {
  readonly location: { readonly href: string; readonly origin: string };
}

/**
 * Capabilities of a host, by method. The host declares a capability if it has a
 * handler for the method.
 */
const IMPLIED: { readonly [method: string]: object } = {
  "tools/call": { serverTools: {} },
  "resources/read": { serverResources: {} },
  "ui/open-link": { openLinks: {} },
  "ui/download-file": { downloadFile: {} },
  "ui/message": { message: { text: {} } },
  "ui/update-model-context": { updateModelContext: { text: {} } },
  "notifications/message": { logging: {} },
};

/**
 * Checks that replace the guards generated from the schema. In the schema,
 * `tools/call` and `resources/read` have members that only the host's client
 * sets, so messages from a page lack them.
 */
const CHECKS: ChannelRules["received"] = {
  // Only web URLs are allowed. A script in a URL such as `javascript:` would
  // run with the rights of the host.
  "ui/open-link": (message) =>
    /^https?:\/\//i.test(getText(getParams(message).url)),
  "tools/call": (message) => {
    const { name, arguments: args = {} } = getParams(message);
    return getText(name) !== "" && isObject(args);
  },
  "resources/read": (message) => getText(getParams(message).uri) !== "",
};

const getText = (value: unknown): string =>
  typeof value === "string" ? value : "";

const getParams = (message: unknown): Fields =>
  (message as { readonly params: Fields }).params;

/** Maximum time that a page has to prepare for its removal, in milliseconds. */
const TEARDOWN_TIMEOUT = 5_000;

const INPUT = "ui/notifications/tool-input";
const RESULT = "ui/notifications/tool-result";

export class FrameCore {
  readonly #channel: FrameChannel;
  /**
   * Functions that send the notifications which wait for the end of the
   * handshake with the page. Undefined after the handshake.
   */
  #queue: (() => void)[] | undefined = [];
  #hasInput = false;

  constructor(
    rules: ChannelRules,
    protocolVersion: string,
    frame: FrameElement,
    handlers: object,
    settings: FrameSettings,
  ) {
    const window = globalThis as unknown as HostWindow;
    const { href, origin } = new URL(settings.sandbox, window.location.href);
    if (origin === window.location.origin)
      throw new TypeError(
        `The sandbox ${href} has the origin of the host. Serve the sandbox from another origin, such as another port or subdomain.`,
      );
    const peer = frame.contentWindow;
    if (!peer)
      throw new TypeError(
        "The frame has no window. Add the frame to the document first.",
      );
    const { page, messages = 6_000, characters = 10_485_760 } = settings;
    const { context = {} } = settings;
    const { html, sandbox, csp = {}, permissions = {} } = page;
    // Only the data of the page object is sent. The object also has functions,
    // which `postMessage` cannot send.
    const loaded = { html, csp, permissions, ...(sandbox && { sandbox }) };
    const rate = new RateLimit(messages, messages / 60);
    const find = (method: string) => own(handlers, method) as FrameHandler;
    const hostCapabilities: object = Object.assign(
      { sandbox: { csp, permissions } },
      ...Object.keys(IMPLIED).map((name) => find(name) && IMPLIED[name]),
      settings.capabilities,
    );
    // If the host has no handler for `ui/request-display-mode`, the display
    // mode does not change. The answer then contains the current mode.
    const mode = (context as Fields).displayMode ?? "inline";
    const defaults = { "ui/request-display-mode": () => ({ mode }) };
    let isLoaded = false;
    const steps: { readonly [method: string]: FrameHandler } = {
      ping: () => ({}),
      "ui/notifications/sandbox-proxy-ready": () => {
        if (!isLoaded)
          this.#channel.notify(
            "ui/notifications/sandbox-resource-ready",
            loaded,
          );
        isLoaded = true;
      },
      "ui/initialize": () => ({
        protocolVersion,
        hostInfo: settings.info,
        hostCapabilities,
        hostContext: context,
      }),
      "ui/notifications/initialized": () => {
        const queue = this.#queue ?? [];
        this.#queue = undefined;
        for (const run of queue) run();
      },
    };
    this.#channel = new FrameChannel({
      peer,
      origin,
      window,
      rules: { ...rules, received: { ...rules.received, ...CHECKS } },
      onError: settings.onError ?? console.error,
      find: (method) => {
        const step = own(steps, method) as FrameHandler | undefined;
        if (step || !this.#queue)
          return (
            step ??
            find(method) ??
            (own(defaults, method) as FrameHandler | undefined)
          );
        const text = `${method} was sent before ui/notifications/initialized`;
        throw new McpError(INVALID_MESSAGE, text);
      },
      accepts: (message) => rate.take() && jsonSize(message) <= characters,
      onClosed: (error) => {
        frame.remove();
        settings.onClosed?.(error);
      },
    });
    frame.setAttribute(
      "sandbox",
      "allow-scripts allow-same-origin allow-forms",
    );
    frame.setAttribute("allow", getAllowAttribute(permissions));
    frame.setAttribute("src", href);
  }

  notify(method: string, params: object): void {
    const isInput = method === INPUT;
    if (isInput || method === `${INPUT}-partial`) {
      if (this.#hasInput) throw createOrderError(method);
    } else if (method === RESULT && !this.#hasInput)
      throw createOrderError(method);
    this.#hasInput ||= isInput;
    const send = (): void => this.#channel.notify(method, params);
    if (this.#queue) this.#queue.push(send);
    else send();
  }

  async close(): Promise<void> {
    const options = { timeout: TEARDOWN_TIMEOUT };
    // A page that does not answer is removed after the timeout.
    if (!this.#queue)
      await this.#channel
        .request("ui/resource-teardown", {}, options)
        .catch(() => {});
    this.#channel.close();
  }
}

function createOrderError(method: string): Error {
  const text = `Cannot send ${method} now. Send any ${INPUT}-partial first, then ${INPUT} once, then the result.`;
  return new ConnectionError("lifecycle", text);
}
