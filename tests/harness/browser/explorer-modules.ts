/**
 * Loads modules of the explorer's script without a browser, so that unit tests
 * can call their functions.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { DATA_ID } from "../../../generator/explore/page-data.js";
import { PURE } from "../../../scripts/bundle/explorer.js";
import { ROOT } from "../program/cli.js";
import { temporaryFolder } from "../program/folders.js";
import { installDocument, type FakeElement } from "./fake-dom.js";
import type { Change } from "../../../generator/model/diff/change.js";
import type { Method, ProtocolModel } from "../../../generator/model/types.js";
import type { Fault } from "../../../generator/validate/fault.js";

type Nested = FakeElement | string | null | undefined | false | Nested[];

interface Revision {
  readonly name: string;
}

/** Functions of the explorer's script that tests call. */
export interface ExplorerModules {
  search(
    query: string,
    limit: number,
    revision: string | undefined,
  ): {
    readonly kind: string;
    readonly name: string;
    readonly where: readonly string[];
    readonly route: { readonly revision?: string; readonly at?: string };
  }[];
  request(kind: string, entry: object, name: string): FakeElement;
  checkText(
    text: string,
    revision: Revision,
    from: "client" | "server" | undefined,
  ): {
    readonly judged: readonly {
      readonly line: number;
      readonly message: unknown;
      readonly faults: readonly Fault[];
    }[];
    readonly speaks: string | null;
  };
  markdown(
    text: string,
    resolve: (name: string) => string | undefined,
  ): Nested[];
  jsonView(
    value: unknown,
    marked?: readonly (string | number)[][],
  ): FakeElement;
  samples(
    method: Method,
    revision: { readonly name: string; readonly model: ProtocolModel },
  ): Nested;
  getStates(method: string): string[];
  getMethodChanges(
    method: string,
    older: Revision,
    newer: Revision,
  ): readonly Change[];
  getUses(revision: Revision): ReadonlyMap<string, readonly object[]>;
  findRevision(name: string): Revision;
  getPrecedingRevision(revision: Revision): Revision | undefined;
  NEWEST: Revision;
}

const ENTRY = `
export { search } from "./protocol/search.js";
export { request } from "./judge/request.js";
export { checkText } from "./judge/judge.js";
export { markdown } from "./base/markdown.js";
export { jsonView } from "./base/json.js";
export { samples } from "./views/samples.js";
export { getStates, getMethodChanges } from "./protocol/states.js";
export { NEWEST, findRevision, getPrecedingRevision, getUses } from "./protocol/revision.js";
`;

/**
 * Loads the modules and lets them read the data in the HTML of an explorer
 * page.
 */
export async function loadExplorer(page: string): Promise<ExplorerModules> {
  const [, data = ""] = /id="data">([^<]*)<\/script>/.exec(page) ?? [];
  installDocument(DATA_ID, data);
  const { outputFiles } = await build({
    stdin: {
      contents: ENTRY,
      resolveDir: join(ROOT, "explorer"),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    plugins: [PURE],
    external: ["node:*"],
    logLevel: "error",
  });
  const file = join(temporaryFolder(), "explorer.mjs");
  writeFileSync(file, outputFiles[0]?.text ?? "");
  return (await import(pathToFileURL(file).href)) as ExplorerModules;
}

/**
 * Returns the HTML text of elements that a function of the explorer's script
 * has created.
 */
export function toHtml(content: Nested): string {
  if (!content) return "";
  if (Array.isArray(content)) return content.map(toHtml).join("");
  return typeof content === "string" ? content : content.html;
}
