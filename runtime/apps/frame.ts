/** Host side of the apps extension: shows the page of a tool in a frame. */
import { INVALID_MESSAGE } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";
import { jsonSize } from "../limits/json-size.js";
import { RateLimit } from "../limits/rate-limit.js";
import { isObject, own } from "../validation/guards.js";
import { FrameChannel } from "./channel.js";
import { getAllowAttribute } from "./policy.js";
import type {
  ChannelRules,
  FrameHandler,
  OwnWindow,
  PeerWindow,
} from "./channel.js";
import type { Fields } from "../validation/guards.js";

/** Members of an `iframe` element that `showPage` uses. */
export interface FrameElement {
  readonly contentWindow: PeerWindow | null;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

/** Options of a frame. The generated `PageOptions` documents the members. */
interface FrameSettings {
  readonly sandbox: string;
  readonly page: {
    readonly html: string;
    readonly sandbox?: string;
    readonly csp?: object;
    readonly permissions?: object;
  };
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
const CHECKS: {
  readonly [method: string]: (message: { readonly params: Fields }) => boolean;
} = {
  // Only web URLs are allowed. A script in a URL such as `javascript:` would
  // run with the rights of the host.
  "ui/open-link": ({ params: { url } }) =>
    typeof url === "string" && /^https?:\/\//i.test(url),
  "tools/call": ({ params: { name, arguments: args = {} } }) =>
    typeof name === "string" && isObject(args),
  "resources/read": ({ params: { uri } }) => typeof uri === "string",
};

/** Maximum time that a page has to prepare for its removal, in milliseconds. */
const TEARDOWN_TIMEOUT = 5_000;

export class FrameCore {
  readonly #channel: FrameChannel;
  /**
   * Functions that send the notifications which wait for the end of the
   * handshake with the page. Undefined after the handshake.
   */
  #queue: (() => void)[] | undefined = [];

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
    // Without a handler of the host, the display mode does not change. The
    // answer then contains the current mode.
    const mode = (context as Fields).displayMode ?? "inline";
    const defaults = { "ui/request-display-mode": () => ({ mode }) };
    // A handler may be undefined, for example if the host sets it conditionally.
    const find = (method: string) =>
      (own(handlers, method) ?? own(defaults, method)) as FrameHandler;
    const hostCapabilities: object = Object.assign(
      { sandbox: { csp, permissions } },
      ...Object.keys(IMPLIED).map((name) => find(name) && IMPLIED[name]),
      settings.capabilities,
    );
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
        if (step || !this.#queue) return step ?? find(method);
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
