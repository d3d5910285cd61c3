/**
 * Emits `app.ts`: typed functions of the apps extension. They connect a page to
 * its host, and a host to the page in a frame.
 */
import type { EmitContext, ModulePage } from "../context.js";
import { APPS } from "../facts/apps.js";
import { resultsHaveType } from "../facts/protocol-facts.js";
import { createTemplatePiece, declares, names } from "../print/pieces.js";
import { getImportedModules } from "../protocol/side-page.js";

export function emitApp(context: EmitContext): ModulePage {
  const { model, render } = context;
  const extension = model.extensions?.find((each) => each.identifier === APPS);
  const data = {
    version: extension?.version ?? "",
    marked: resultsHaveType(model),
  };
  const layOut = (lines: object) => render("app.ts", { ...lines, ...data });
  const text = layOut({ header: "", imports: "", reexports: "" });
  const typed = text.match(/\b(?:is[A-Z]|McpUi)\w+/g) ?? [];
  return {
    path: "app.ts",
    pieces: [
      createTemplatePiece(
        declares`APPS_VERSION PageRequests PageNotifications HostRequests
          HostNotifications AppHandlers AppOptions App createApp ShownPage
          PageHandlers PageOptions PageConnection connectPage`,
        names`AppCore createPageChannel PeerWindow RequestOptions ChannelRules
          Implementation CallToolRequest CallToolResult ReadResourceRequest
          ReadResourceResult LoggingMessageNotification
          ${typed.join(" ")}`,
      ),
    ],
    modules: getImportedModules(context),
    reexports: names`ConnectionError McpError RequestOptions getPagePolicy
      getAllowAttribute`,
    layOut,
  };
}
