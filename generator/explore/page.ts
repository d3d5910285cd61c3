/**
 * Explorer page in a single file. Its Content Security Policy forbids loading
 * other files.
 */
import { hash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { packageText } from "../support/package.js";
import { DATA_ID, decoderScript, type PageData } from "./page-data.js";

/** Files that the build creates from `explorer/`. */
const SCRIPT_FILE = "dist/generator/explorer.js";
const STYLE_FILE = "dist/generator/explorer-style.css";

/** Marks a file as a generated page, which a later run may overwrite. */
export const PAGE_MARK =
  '<meta name="generator" content="mcp-codegen explore">';

/** Returns the text of the explorer page. Equal data gives equal text. */
export function pageText(data: PageData): string {
  const script = packageText(SCRIPT_FILE).trim();
  const style = packageText(STYLE_FILE).trim();
  const loaded = data.revisions.map(({ name }) =>
    decoderScript(data.decoders, name),
  );
  const policy = [
    "default-src 'none'",
    `script-src ${[script, ...new Set(loaded)].map(hashSource).join(" ")}`,
    `style-src ${hashSource(style)}`,
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
<title>${data.server ? escapeText(data.server.name) : "MCP explorer"}</title>
<style>${style}</style>
</head>
<body>
<div id="app"><p>This page needs JavaScript, which your browser does not run.</p></div>
<script type="text/plain" id="${DATA_ID}">${compressed(data)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/**
 * Returns the data compressed, in base64. Base64 cannot contain the end tag of
 * the element that holds the data.
 */
function compressed(data: PageData): string {
  return deflateSync(JSON.stringify(data), { level: 9 }).toString("base64");
}

function hashSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

/** Escapes a text for use between tags. */
function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
