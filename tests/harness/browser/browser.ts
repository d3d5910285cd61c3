/**
 * A browser: the one that CHROMIUM names, that comes with npm, or that is in the PATH.
 * All tests of a process share it.
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

/** Where packages of a system put it. */
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** A program, and what it has to find in its environment. */
interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

function program(): Program | null {
  const named = process.env["CHROMIUM"];
  if (named) return { path: named, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return packed();
  const places = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = places.find((path) => existsSync(path));
  return found === undefined ? null : { path: found, env: {} };
}

/** The one of npm, with the libraries and the letters that a bare system lacks. */
function packed(): Program {
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
      // Another process was faster.
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

async function start(): Promise<Browser | null> {
  const found = program();
  if (found === null) return null;
  return puppeteer.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    headless: "shell",
    // It shows files that the tests made themselves, and may run as root.
    args: ["--no-sandbox"],
  });
}

/** Ends it, so that the process can end. */
export async function closeBrowser(): Promise<void> {
  const browser = await started;
  started = undefined;
  await browser?.close();
}

type Suite = ReturnType<typeof suite>;

/** What declares tests of a suite that need a browser: without one they are skipped. */
export async function testIn(page: Suite): Promise<Suite | Suite["skip"]> {
  const browser = await (started ??= start());
  page("there is a browser, or what needs one is skipped", () => {
    assert.ok(browser === null || browser.connected);
  });
  return browser ? page : page.skip;
}

/** A page, and all that it asked for and complained of. */
export interface Watched {
  readonly page: Page;
  readonly requests: string[];
  readonly errors: string[];
}

/** A page of this size, in a theme. */
export async function open(
  url: string,
  { width = 1400, height = 900, theme = "light" } = {},
): Promise<Watched> {
  const browser = await (started ??= start());
  if (!browser) throw new Error("There is no browser");
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
  // The page shows itself when its data is decompressed.
  await page.waitForSelector("#pages");
  return { page, requests, errors };
}

/** Goes to a place of the page. */
export async function go(on: Page, hash: string): Promise<void> {
  await on.evaluate(`new Promise((done) => {
    if (location.hash === ${JSON.stringify(hash)}) return done();
    addEventListener("hashchange", done, { once: true });
    location.hash = ${JSON.stringify(hash)};
  })`);
}

/** The text of an element; none is a mistake. */
export async function text(on: Page, selector: string): Promise<string> {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  return (await on.evaluate(`${found}.textContent`)) as string;
}

/** An expression for the button of that name. */
export function button(name: string): string {
  return `[...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(name)})`;
}

let axe: string | undefined;

/** What axe-core finds wrong with a page as it is. */
export async function accessibility(on: Page): Promise<unknown> {
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
