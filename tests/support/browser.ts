/** A browser: the one of CHROMIUM, of npm, or of the PATH; all of a process share it. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";

/** Where packages of a system put it. */
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** The program, or why there is none. */
async function executable(): Promise<string | null> {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: chromium } = await import("@sparticuz/chromium");
    return chromium.executablePath();
  }
  const places = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((path) => existsSync(path)) ?? null;
}

/** Starts it; null where there is none, so that tests can be skipped. */
export async function startBrowser(): Promise<Browser | null> {
  const executablePath = await executable();
  if (executablePath === null) return null;
  return puppeteer.launch({
    executablePath,
    headless: "shell",
    // It shows files that the tests made themselves, and may run as root.
    args: ["--no-sandbox"],
  });
}

/** A page, and all that it asked for and complained of. */
export interface Watched {
  readonly page: Page;
  readonly requests: string[];
  readonly errors: string[];
}

/** A page of this size, in a theme. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1400, height = 900, theme = "light" } = {},
): Promise<Watched> {
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
  return { page, requests, errors };
}
