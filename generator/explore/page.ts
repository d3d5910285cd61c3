/** Page in a single file. Its policy forbids loading other files. */
import { createHash } from "node:crypto";
import { packageText } from "../support/package.js";
import { pack } from "./pack.js";
import {
  DATA_ID,
  decoderScript,
  DECODERS_ID,
  type DecoderPool,
  type PageData,
} from "./page-data.js";
import { thin } from "./thin.js";

/** Files that the build creates from `explorer/`. */
export const SCRIPT_FILE = "dist/generator/explorer.js";
export const STYLE_FILE = "dist/generator/explorer-style.css";

/** Mark of a generated page, which may be overwritten. */
export const PAGE_MARK =
  '<meta name="generator" content="mcp-codegen explore">';

/** Returns the text of the page. Equal data gives equal text. */
export function pageText(data: PageData, decoders: DecoderPool): string {
  const script = packageText(SCRIPT_FILE).trim();
  const style = packageText(STYLE_FILE).trim();
  const revisions = data.revisions.map(({ name, model }) => ({
    name,
    model: thin(model),
  }));
  const loaded = data.revisions.map(({ name }) =>
    decoderScript(decoders, name),
  );
  const policy = [
    "default-src 'none'",
    `script-src ${[script, ...new Set(loaded)].map(hashOf).join(" ")}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${PAGE_MARK}
<title>${data.server ? escaped(data.server.name) : "MCP explorer"}</title>
<style>${style}</style>
</head>
<body>
<div id="app"><p>This page is made by its script, which your browser does not run.</p></div>
${block(DATA_ID, pack({ ...data, revisions }))}
${block(DECODERS_ID, decoders)}
<script>${script}</script>
</body>
</html>
`;
}

/**
 * Returns an element with data, escaped so that it cannot end the element or
 * start a comment.
 */
function block(id: string, value: object): string {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Escapes a text for use between tags. */
function escaped(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
