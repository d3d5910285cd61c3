/** Explorer pages (HTML output of the command `explore`) for tests. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { explore } from "../../../generator/explore/explore.js";
import type { ServerData } from "../../../generator/explore/page-data.js";
import { toListing } from "../../../generator/new/manifest/listing.js";
import { readSources } from "../../../generator/source/select.js";
import { makeOnce } from "../run/shared-output.js";

/**
 * Returns the path of the explorer page for all revisions. The page is written
 * once per test run.
 */
export async function explorerFile(): Promise<string> {
  const folder = await makeOnce("explorer", async (own) => {
    const { html } = explore(readSources({ revisions: ["all"] }));
    writeFileSync(join(own, "explorer.html"), html);
  });
  return join(folder, "explorer.html");
}

/**
 * Returns the explorer page for a server's tools and other features. If
 * `before` is given, the page shows what changed since that earlier listing.
 */
export function serverPage(
  listing: object,
  before: ServerData["before"] = null,
  peer: ServerData["peer"] = null,
): string {
  const server = { name: "weather", peer, listing: toListing(listing), before };
  return explore(readSources({ revisions: ["latest"] }), server).html;
}

const EVIL = '</script><!-- <script><img src=x onerror="document.title=1">';

/**
 * Schema whose names and values contain HTML and scripts. The explorer must
 * show them as text.
 */
export const HOSTILE_SCHEMA = `
/** ${EVIL} {@link ${EVIL}} [a](javascript:alert) [b](data:text/html,x) [c](//example.com) \u202Eright to left \u0645\u0631\u062D\u0628\u0627 */
export interface EvilRequest {
  method: "${EVIL.replaceAll('"', "'")}";
  params: {
    /**
     * ${EVIL}
     * @default "${EVIL.replaceAll('"', "'")}"
     * @pattern ^</script>
     */
    "</script><b>": "</script>" | "\u0645\u0631\u062D\u0628\u0627";
  };
}
/** @deprecated ${EVIL} */
export interface EvilResult { "<!--": string }
export type ClientRequest = EvilRequest;
export type ServerResult = EvilResult;
`;
