/**
 * Shows the page of a tool in a frame of the host's document. The frame contains
 * the sandbox (`sandbox.ts`), which loads the page.
 */
import {
  APPS_VERSION,
  connectPage,
  ConnectionError,
  getAllowAttribute,
} from "../../out/2026-07-28/app.js";
import type {
  HostNotifications,
  PageHandlers,
  PageOptions,
  ShownPage,
} from "../../out/2026-07-28/app.js";
import type {
  Implementation,
  McpUiHostCapabilities,
  McpUiHostContext,
} from "../../out/2026-07-28/types.js";

/** Options of `showPage`. */
interface FrameOptions extends PageOptions {
  readonly page: ShownPage;
  /** Name and version of the host, sent to the page. */
  readonly info: Implementation;
  /** Capabilities in addition to those that the handlers imply. */
  readonly capabilities?: McpUiHostCapabilities;
  /** Information about the host, such as its theme. */
  readonly context?: McpUiHostContext;
}

/** Frame in which the host shows a page. */
export interface PageFrame {
  /**
   * Sends a notification to the page, as soon as the page is ready. The page
   * expects the tool's arguments before the result.
   *
   * @throws ConnectionError if the result precedes the arguments, or if the
   *   arguments were already sent.
   */
  notify<M extends keyof HostNotifications>(
    method: M,
    params: HostNotifications[M]["params"],
  ): void;
  /**
   * Asks the page to prepare for its removal, waits for the answer for at most
   * five seconds, and removes the frame.
   */
  close(): Promise<void>;
}

/**
 * Capabilities of a host, by method. The host declares a capability if it has a
 * handler for the method.
 */
const IMPLIED: {
  readonly [M in keyof PageHandlers]?: McpUiHostCapabilities;
} = {
  "tools/call": { serverTools: {} },
  "resources/read": { serverResources: {} },
  "ui/open-link": { openLinks: {} },
  "ui/download-file": { downloadFile: {} },
  "ui/message": { message: { text: {} } },
  "ui/update-model-context": { updateModelContext: { text: {} } },
  "notifications/message": { logging: {} },
};

const INPUT = "ui/notifications/tool-input";
const RESULT = "ui/notifications/tool-result";

/**
 * Shows a page in an `iframe` element of the host's document.
 *
 * @throws TypeError if the sandbox has the origin of the host, or if the frame
 *   is not part of the document.
 */
export function showPage(
  frame: HTMLIFrameElement,
  handlers: PageHandlers,
  options: FrameOptions,
): PageFrame {
  if (!frame.contentWindow)
    throw new TypeError(
      "The frame has no window. Add the frame to the document first.",
    );
  const { page, info, capabilities, context = {} } = options;
  const { html, sandbox, csp = {}, permissions = {} } = page;
  // Only the data of the page object is sent. The object also has functions,
  // which `postMessage` cannot send.
  const loaded = { html, csp, permissions, ...(sandbox && { sandbox }) };
  const implied = Object.entries(IMPLIED).filter(
    ([method]) => handlers[method as keyof PageHandlers],
  );
  const hostCapabilities: McpUiHostCapabilities = Object.assign(
    { sandbox: { csp, permissions } },
    ...implied.map(([, capability]) => capability),
    capabilities,
  );
  let isLoaded = false;
  let isReady = false;
  let hasInput = false;
  /** Functions that send notifications. They are called after the handshake. */
  const queue: (() => void)[] = [];
  const connection = connectPage(
    frame.contentWindow,
    {
      ...handlers,
      // The default handler does not change the display mode. It answers with
      // the current mode.
      "ui/request-display-mode":
        handlers["ui/request-display-mode"] ??
        (() => ({ mode: context.displayMode ?? "inline" })),
      "ui/notifications/sandbox-proxy-ready": () => {
        if (!isLoaded)
          connection.notify("ui/notifications/sandbox-resource-ready", loaded);
        isLoaded = true;
      },
      "ui/initialize": () => ({
        protocolVersion: APPS_VERSION,
        hostInfo: info,
        hostCapabilities,
        hostContext: context,
      }),
      "ui/notifications/initialized": () => {
        isReady = true;
        for (const send of queue.splice(0)) send();
      },
    },
    {
      ...options,
      onClosed: (error) => {
        frame.remove();
        options.onClosed?.(error);
      },
    },
  );
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.setAttribute("allow", getAllowAttribute(permissions));
  frame.setAttribute("src", options.sandbox);
  return {
    notify: (method, params) => {
      const isInput = method.startsWith(INPUT);
      if (isInput ? hasInput : method === RESULT && !hasInput) {
        const text = `Cannot send ${method} now. Send any ${INPUT}-partial first, then ${INPUT} once, then the result.`;
        throw new ConnectionError("lifecycle", text);
      }
      hasInput ||= method === INPUT;
      const send = () => connection.notify(method, params);
      if (isReady) send();
      else queue.push(send);
    },
    close: async () => {
      // A page that does not answer is removed after the timeout.
      if (isReady)
        await connection
          .request("ui/resource-teardown", {}, { timeout: 5_000 })
          .catch(() => {});
      connection.close();
    },
  };
}
