/**
 * Sandbox of a web host: the outer of two frames. It loads the page of a tool
 * into the inner frame.
 */
import { isObject, own } from "../validation/guards.js";
import type { OwnWindow, PeerWindow } from "./channel.js";

/** Origins that a page may use, by purpose, such as `connectDomains`. */
type PageOrigins = {
  readonly [purpose: string]: readonly string[] | undefined;
};

/**
 * Pattern of the origins that a page may name. Any other text could add
 * directives to the Content-Security-Policy.
 */
const SOURCE =
  /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]+(?::\d+)?(?:\/[\w.~%/-]*)?$/;

/**
 * Returns the Content-Security-Policy of a page. Origins that the page does not
 * declare are blocked. Invalid origins are left out.
 */
export function getPagePolicy(csp: object = {}): string {
  const list = (purpose: string, none = ""): string =>
    ((csp as PageOrigins)[purpose] ?? [])
      .filter((source) => SOURCE.test(source))
      .map((source) => ` ${source}`)
      .join("") || none;
  const resources = list("resourceDomains");
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline'${resources}`,
    `style-src 'self' 'unsafe-inline'${resources}`,
    `img-src 'self' data:${resources}`,
    `font-src 'self'${resources}`,
    `media-src 'self' data:${resources}`,
    `connect-src${list("connectDomains", " 'none'")}`,
    `frame-src${list("frameDomains", " 'none'")}`,
    "object-src 'none'",
    `base-uri${list("baseUriDomains", " 'self'")}`,
  ].join("; ");
}

/**
 * Returns the value of a frame's `allow` attribute, which grants permissions
 * such as `camera`.
 */
export function getAllowAttribute(permissions: object = {}): string {
  return ["camera", "microphone", "geolocation", "clipboardWrite"]
    .filter((name) => isObject(own(permissions, name)))
    .map((name) => (name === "clipboardWrite" ? "clipboard-write" : name))
    .join("; ");
}

/** Members of an `iframe` element that the host and the sandbox use. */
export interface FrameElement {
  readonly contentWindow: PeerWindow | null;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

interface SandboxWindow extends OwnWindow {
  readonly parent: PeerWindow;
  readonly document: {
    readonly body: { append(element: FrameElement): void };
    createElement(name: "iframe"): FrameElement;
  };
}

/** Params of a `ui/notifications/sandbox-resource-ready` notification. */
export interface SandboxPage {
  readonly html: string;
  readonly sandbox?: string;
  readonly csp?: object;
  readonly permissions?: object;
}

const RESERVED = "ui/notifications/sandbox-";

/**
 * Runs the sandbox in the outer frame: loads the page that the host sends, and
 * forwards the messages between the host and the page.
 *
 * @param host Origin of the host. Messages of other origins are ignored.
 */
export function startSandbox(
  isPage: (message: unknown) => boolean,
  host: string,
): void {
  const window = globalThis as unknown as SandboxWindow;
  const { parent, document } = window;
  let frame: FrameElement | undefined;
  const load = ({ html, sandbox, csp, permissions }: SandboxPage): void => {
    frame = document.createElement("iframe");
    // Without `allow-same-origin`, the page cannot access the sandbox.
    frame.setAttribute("sandbox", sandbox ?? "allow-scripts allow-forms");
    frame.setAttribute("allow", getAllowAttribute(permissions));
    const policy = getPagePolicy(csp);
    const head = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">`;
    frame.setAttribute("srcdoc", head + html);
    frame.setAttribute("style", "border:0;height:100%;width:100%");
    document.body.append(frame);
  };
  window.addEventListener("message", ({ data, origin, source }) => {
    const method = isObject(data) ? String(data.method) : "";
    if (source === parent && origin === host) {
      if (!method.startsWith(RESERVED))
        frame?.contentWindow?.postMessage(data, "*");
      else if (!frame && isPage(data))
        load((data as { readonly params: SandboxPage }).params);
    } else if (source === frame?.contentWindow && source !== undefined)
      if (!method.startsWith(RESERVED)) parent.postMessage(data, host);
  });
  const method = `${RESERVED}proxy-ready`;
  parent.postMessage({ jsonrpc: "2.0", method, params: {} }, host);
}
