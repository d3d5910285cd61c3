/** Tools with pages: HTML documents in which a host shows a tool's results. */
import {
  checkOrigins,
  isDocument,
  isPageAddress,
  PAGE_TYPE,
} from "../apps/page.js";
import { withControls } from "../protocol/handlers/changes.js";
import { isObject, type Fields } from "../validation/guards.js";
import { resourceHandlers } from "./resources/resources.js";
import type { Controls } from "./entries.js";
import type { ResourceSpec } from "./resources/resources.js";
import type { ToolFeature, ToolSpec, ToolsSettings } from "./tools.js";

/** Page of a tool: an HTML document at an address, and its settings. */
export interface PageSpec {
  readonly uri: string;
  readonly html: string | ((ctx: never) => string | Promise<string>);
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly [setting: string]: unknown;
}

/** Definition of a tool, with members that describe the tool's page. */
interface PagedTool extends ToolSpec {
  readonly ui?: PageSpec | string;
  readonly visibility?: readonly string[];
}

/** Function that throws an error if a value has an invalid member. */
type Check = (value: Fields) => void;

/**
 * Returns the handlers for a set of tools and for the pages of these tools. The
 * function `make` creates the handlers for the tools alone.
 *
 * @throws TypeError if a page has no HTML, an invalid address or invalid
 *   settings.
 */
export function pagedToolHandlers(
  make: (
    definitions: { readonly [name: string]: ToolSpec },
    settings: ToolsSettings,
  ) => ToolFeature,
  checkTool: Check,
  checkPage: Check,
  definitions: { readonly [name: string]: PagedTool },
  settings: ToolsSettings = {},
): ToolFeature {
  const { access } = settings;
  /** Page of each tool that has one, by the name of the tool. */
  const pages = new Map<string, PageSpec>();
  const resources = resourceHandlers(
    {},
    {
      // Callers may read a page if they may use a tool that shows the page.
      access:
        access &&
        (async (uri, caller) => {
          for (const [tool, page] of pages)
            if (page.uri === uri && (await access(tool, caller))) return true;
          return false;
        }),
    },
  );
  const dropPage = (tool: string): void => {
    const uri = pages.get(tool)?.uri;
    if (!pages.delete(tool) || uri === undefined) return;
    if (![...pages.values()].some((page) => page.uri === uri))
      resources.remove(uri);
  };
  const prepare = (tool: string, spec: PagedTool): ToolSpec => {
    const { ui, visibility, ...rest } = Object(spec) as PagedTool;
    const page = isObject(ui) ? (ui as PageSpec) : undefined;
    const resourceUri = page ? page.uri : ui;
    const meta = {
      ...(ui !== undefined && { resourceUri }),
      ...(visibility && { visibility }),
    };
    if (ui !== undefined && !isPageAddress(resourceUri))
      throw new TypeError(
        `The page of the tool ${tool} has the invalid address ${JSON.stringify(resourceUri)}. Use an address such as ui://${tool}/page.html.`,
      );
    check(checkTool, meta, `The tool ${tool} has invalid settings`);
    const entry = page && preparePage(tool, page);
    dropPage(tool);
    if (page && entry) {
      pages.set(tool, page);
      resources.set(page.uri, entry);
    }
    return Object.keys(meta).length === 0
      ? rest
      : { ...rest, _meta: { ...(rest["_meta"] as object), ui: meta } };
  };
  const preparePage = (tool: string, page: PageSpec): ResourceSpec => {
    const { uri, html, name, title, description, ...meta } = page;
    for (const [other, known] of pages)
      if (known.uri === uri && known !== page && other !== tool)
        throw new TypeError(
          `The tools ${other} and ${tool} have different pages with the address ${uri}. Use one page object for both tools, or another address.`,
        );
    const problem = `The page ${uri} of the tool ${tool} is invalid`;
    check(checkPage, meta, problem);
    check(checkOrigins, meta, problem);
    if (typeof html !== "function") checkHtml(html, uri, tool);
    const ui = Object.keys(meta).length > 0 && { _meta: { ui: meta } };
    return {
      name: name ?? uri,
      title,
      description,
      mimeType: PAGE_TYPE,
      ...ui,
      read: async (_uri: string, _variables: never, ctx: never) => {
        const text = typeof html === "function" ? await html(ctx) : html;
        checkHtml(text, uri, tool);
        return { text, ...ui };
      },
    };
  };
  const plain = Object.entries(definitions).map(
    ([tool, spec]) => [tool, prepare(tool, spec)] as const,
  );
  const hasPages = pages.size > 0;
  const tools = make(Object.fromEntries(plain), settings);
  const controls: Controls<PagedTool> = {
    set: (tool, spec) => {
      if (!hasPages && isObject(Object(spec).ui))
        throw new TypeError(
          `The tool ${tool} cannot add the first page. Pass at least one tool with a page to \`tools\`, so that the server declares resources.`,
        );
      tools.set(tool, prepare(tool, spec));
    },
    remove: (tool) => {
      dropPage(tool);
      return tools.remove(tool);
    },
  };
  return withControls({ ...tools, ...(hasPages && resources) }, controls);
}

function check(check: Check, value: Fields, problem: string): void {
  try {
    check(value);
  } catch (cause) {
    throw new TypeError(`${problem}: ${(cause as Error).message}`, { cause });
  }
}

function checkHtml(html: unknown, uri: string, tool: string): void {
  if (isDocument(html)) return;
  throw new TypeError(
    `The page ${uri} of the tool ${tool} has no HTML. Set \`html\` to a text that starts with <!doctype html>, or to a function that returns the text.`,
  );
}
