/** Page side of the apps extension: connects a page to the host around it. */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { own } from "../validation/guards.js";
import { FrameChannel } from "./channel.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type {
  ChannelRules,
  FrameHandler,
  OwnWindow,
  PeerWindow,
} from "./channel.js";

/** Options of a page. The generated `AppOptions` documents the members. */
interface AppSettings {
  readonly capabilities?: object | undefined;
  readonly origin?: string | undefined;
  readonly autoResize?: boolean | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

interface PageElement {
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}

/**
 * Window of a page. `parent` is the window of the host that contains the page's
 * frame.
 */
interface PageWindow extends OwnWindow {
  readonly parent: PeerWindow;
  readonly document?: { readonly documentElement: PageElement };
  readonly ResizeObserver?: new (report: () => void) => {
    observe(element: PageElement): void;
    disconnect(): void;
  };
}

const CONTEXT_CHANGED = "ui/notifications/host-context-changed";

export class AppCore {
  readonly #hello: object;
  readonly #autoResize: boolean;
  readonly #channel: FrameChannel;
  #host: { readonly hostContext: object } | undefined;
  #observer: { disconnect(): void } | undefined;

  constructor(
    rules: ChannelRules,
    protocolVersion: string,
    appInfo: object,
    handlers: object,
    settings: AppSettings,
  ) {
    const { capabilities = {}, autoResize = true, origin } = settings;
    this.#hello = { appInfo, appCapabilities: capabilities, protocolVersion };
    this.#autoResize = autoResize;
    const window = globalThis as unknown as PageWindow;
    this.#channel = new FrameChannel({
      peer: window.parent,
      origin,
      window,
      rules,
      onError: settings.onError ?? console.error,
      find: (method) => {
        const handler = own(handlers, method) as FrameHandler | undefined;
        if (method === "ping") return () => ({});
        if (method !== CONTEXT_CHANGED) return handler;
        return (changes: never, signal) => {
          const hostContext = {
            ...this.host.hostContext,
            ...(changes as object),
          };
          this.#host = { ...this.host, hostContext };
          return handler?.(changes, signal);
        };
      },
      onClosed: () => this.#observer?.disconnect(),
    });
  }

  /**
   * Answer of the host to `ui/initialize`. Later changes of the host context
   * are merged into this answer.
   */
  get host(): { readonly hostContext: object } {
    if (this.#host) return this.#host;
    const text = "The page is not connected. Await `connect` first.";
    throw new ConnectionError("lifecycle", text);
  }

  async connect(options?: RequestOptions): Promise<void> {
    const answer = this.#channel.request("ui/initialize", this.#hello, options);
    this.#host = (await answer) as AppCore["host"];
    this.#channel.notify("ui/notifications/initialized", {});
    if (this.#autoResize) this.#observe();
  }

  async request(
    method: string,
    params: object,
    options?: RequestOptions,
  ): Promise<object> {
    void this.host;
    return this.#channel.request(method, params, options);
  }

  notify(method: string, params: object = {}): void {
    void this.host;
    this.#channel.notify(method, params);
  }

  close(): void {
    this.#channel.close();
  }

  /** Notifies the host of each new size of the document. */
  #observe(): void {
    const { document, ResizeObserver } = globalThis as unknown as PageWindow;
    if (!document || !ResizeObserver) return;
    const root = document.documentElement;
    let before = "";
    const observer = new ResizeObserver(() => {
      const rect = root.getBoundingClientRect();
      const width = Math.ceil(rect.width);
      const height = Math.ceil(rect.height);
      if (before === (before = `${width} ${height}`)) return;
      this.notify("ui/notifications/size-changed", { width, height });
    });
    observer.observe(root);
    this.#observer = observer;
  }
}
