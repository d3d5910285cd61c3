/**
 * Runs the host program of examples/apps in a browser. The host shows the pages
 * (UI resources) of a server. A test may replace the server.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Frame, Page } from "puppeteer-core";
import { MODULES, ROOT } from "../program/cli.js";
import { temporaryFolder } from "../program/folders.js";
import { getOutput } from "../run/shared-output.js";
import { openPage, type OpenPage } from "./browser.js";

const EXAMPLE = join(ROOT, "examples/apps");

/**
 * Bundles a script that may import `out/*.js` or the npm packages of the tests.
 * Returns the text of the bundle.
 */
export async function bundleScript(
  source: string,
  platform: "browser" | "node" = "browser",
): Promise<string> {
  const output = await getOutput("2025-11-25,2026-07-28", ["apps"]);
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: EXAMPLE, loader: "ts" },
    bundle: true,
    format: "esm",
    target: "es2022",
    platform,
    write: false,
    nodePaths: [MODULES],
    plugins: [
      {
        name: "generated code",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\.\/\.\.\/out\// }, ({ path }) => ({
            path: join(output, path.slice(10).replace(/js$/, "ts")),
          })),
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

/** Running host of the example. */
export interface RunningHost {
  readonly url: string;
  readonly stop: () => void;
}

/**
 * Builds the example into a new folder and starts its host. If `server` is
 * given, it replaces the example's server: a text is the source code of a
 * server, and a list contains the file of a server and its arguments.
 */
export async function startHost(
  server?: string | readonly string[],
): Promise<RunningHost> {
  const folder = temporaryFolder();
  const read = (name: string) =>
    readFileSync(join(EXAMPLE, `${name}.ts`), "utf8");
  for (const name of ["page", "browser", "sandbox", "server", "host"]) {
    const isNode = name === "server" || name === "host";
    const isReplaced = name === "server" && typeof server === "string";
    const source = isReplaced ? server : read(name);
    const text = await bundleScript(source, isNode ? "node" : "browser");
    writeFileSync(join(folder, `${name}.js`), text);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const command = Array.isArray(server) ? server : ["server.js"];
  const child = spawn(process.execPath, ["host.js", ...command], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text) => (errors += String(text)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).trim()));
    child.once("exit", () => reject(new Error(errors)));
  });
  return { url, stop: () => void child.kill() };
}

/**
 * Opens the host's document in the browser. Calls a tool, so that the host
 * shows the page of the tool.
 */
export async function showTool(
  url: string,
  tool: string,
  args: object = {},
): Promise<OpenPage & { readonly inner: () => Promise<Frame> }> {
  const opened = await openPage(url);
  const call = `show("example__${tool}", ${JSON.stringify(args)}).then((shown) => { globalThis.shown = shown; })`;
  await opened.page.evaluate(call);
  return { ...opened, inner: () => findPage(opened.page) };
}

/** Returns the innermost frame, which contains the page of the tool. */
async function findPage(page: Page): Promise<Frame> {
  return page.waitForFrame(
    (frame) => frame.parentFrame()?.parentFrame() === page.mainFrame(),
  );
}

/**
 * Waits until the element `#report` of the tool's page contains text. Returns
 * the text.
 */
export async function getReport(frame: Frame): Promise<string> {
  const found = await frame.waitForSelector("#report:not(:empty)");
  return (await found?.evaluate((element) => element.textContent)) ?? "";
}
