/** Page side of the apps extension: connects a page to the host around it. */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { own } from "../validation/guards.js";
import { FrameChannel } from "./channel.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { ChannelSetup, FrameHandler, PeerWindow } from "./channel.js";

/** Options of a page. The generated `AppOptions` documents the members. */
interface AppSettings extends Pick<ChannelSetup, "origin" | "onError"> {
  readonly autoResize?: boolean | undefined;
}

interface PageElement {
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}

/**
 * Window of a page. `parent` is the window of the host that contains the page's
 * frame.
 */
interface PageWindow {
  readonly parent: PeerWindow;
  readonly document?: { readonly documentElement: PageElement };
  readonly ResizeObserver?: new (report: () => void) => {
    observe(element: PageElement): void;
    disconnect(): void;
  };
}

const CONTEXT_CHANGED = "ui/notifications/host-context-changed";

export class AppCore extends FrameChannel {
  readonly #hello: object;
  readonly #autoResize: boolean;
  #host: { readonly hostContext: object } | undefined;
  #observer: { disconnect(): void } | undefined;

  constructor(
    rules: ChannelSetup["rules"],
    hello: object,
    handlers: object,
    settings: AppSettings,
  ) {
    const { autoResize = true, origin, onError } = settings;
    super({
      origin,
      onError,
      peer: (globalThis as unknown as PageWindow).parent,
      rules,
      find: (method) => {
        const handler = own(handlers, method) as FrameHandler | undefined;
        if (method !== CONTEXT_CHANGED) return handler;
        return (changes: object, signal) => {
          const hostContext = { ...this.host.hostContext, ...changes };
          this.#host = { ...this.host, hostContext };
          return handler?.(changes as never, signal);
        };
      },
      onClosed: () => this.#observer?.disconnect(),
    });
    this.#hello = hello;
    this.#autoResize = autoResize;
  }

  /**
   * Result of the host for `ui/initialize`. Later changes of the host context
   * are merged into this result.
   */
  get host(): { readonly hostContext: object } {
    if (this.#host) return this.#host;
    const text = "The page is not connected. Await `connect` first.";
    throw new ConnectionError("lifecycle", text);
  }

  async connect(options?: RequestOptions): Promise<void> {
    const answer = await super.request("ui/initialize", this.#hello, options);
    this.#host = answer as AppCore["host"];
    super.notify("ui/notifications/initialized", {});
    if (this.#autoResize) this.#observe();
  }

  override async request(
    method: string,
    params: object,
    options?: RequestOptions,
  ): Promise<object> {
    void this.host;
    return super.request(method, params, options);
  }

  override notify(method: string, params: object = {}): void {
    void this.host;
    super.notify(method, params);
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
