/**
 * Script of the sandbox, which `host.ts` serves from another origin. The script
 * loads the page that the host sends, and forwards messages between the host
 * and the page.
 */
import { getAllowAttribute, getPagePolicy } from "../../out/2026-07-28/app.js";
import type { ShownPage } from "../../out/2026-07-28/app.js";

/** Origin of the host. Messages from other origins are ignored. */
const host = String(document.documentElement.dataset["host"]);
/** Prefix of the methods that the host and the sandbox use to load a page. */
const RESERVED = "ui/notifications/sandbox-";

let frame: HTMLIFrameElement | undefined;

function load({ html, sandbox, csp, permissions }: ShownPage): void {
  frame = document.createElement("iframe");
  // Without `allow-same-origin`, the page cannot access the sandbox.
  frame.setAttribute("sandbox", sandbox ?? "allow-scripts allow-forms");
  frame.setAttribute("allow", getAllowAttribute(permissions));
  const policy = getPagePolicy(csp);
  const head = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  frame.setAttribute("srcdoc", head + html);
  frame.setAttribute("style", "border:0;height:100%;width:100%");
  document.body.append(frame);
}

addEventListener("message", ({ data, origin, source }) => {
  const { method = "", params } = Object(data);
  const isReserved = String(method).startsWith(RESERVED);
  if (source === parent && origin === host) {
    if (!isReserved) frame?.contentWindow?.postMessage(data, "*");
    else if (!frame && method === `${RESERVED}resource-ready`) load(params);
  } else if (frame && source === frame.contentWindow && !isReserved)
    parent.postMessage(data, host);
});
const method = `${RESERVED}proxy-ready`;
parent.postMessage({ jsonrpc: "2.0", method, params: {} }, host);
