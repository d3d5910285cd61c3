/** `docs/benchmarks.svg`: bar charts of the saved benchmark results. */
import { numberAt, savedResult } from "./bench-results.js";

/** Data of one bar chart. In all charts, shorter bars are better. */
interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly (readonly [label: string, value: number])[];
}

const WIDTH = 760;
const LABEL_WIDTH = 190;
const VALUE_WIDTH = 70;
const ROW_HEIGHT = 22;
const TITLE_HEIGHT = 44;
const OWN_NAME = "mcp-codegen";

/**
 * Colours of the light and the dark theme. The setting of the viewer's system
 * selects the theme.
 */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 14px; }
  .unit { fill: #59636e; font-size: 12px; }
  .peer { fill: #afb8c1; }
  .own { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .unit { fill: #9198a1; }
    .peer { fill: #484f58; }
    .own { fill: #4493f8; }
  }`;

/**
 * Returns the text of `docs/benchmarks.svg`. Returns null if the result of a
 * benchmark was never saved.
 */
export function benchmarkChart(): string | null {
  const charts = readCharts();
  if (charts === null) return null;
  let y = 0;
  const parts: string[] = [];
  for (const chart of charts) {
    parts.push(chartText(chart, y));
    y += TITLE_HEIGHT + chart.bars.length * ROW_HEIGHT;
  }
  const title =
    "Benchmarks: mcp-codegen and its peers, shorter bars are better";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 12}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function readCharts(): Chart[] | null {
  const generate = savedResult("generate");
  const validate = savedResult("validate");
  const server = savedResult("server");
  if (!generate || !validate || !server) return null;
  const bars = (
    result: string,
    table: string,
    column: number,
    labels: readonly (readonly [row: string, label: string])[],
  ): Chart["bars"] =>
    labels.map(([row, label]) => [label, numberAt(result, table, row, column)]);
  return [
    {
      title: "Generation, whole process",
      unit: "time, 1 = mcp-codegen with all outputs",
      bars: bars(generate, "whole process", 0, [
        ["mcp-codegen, all outputs", OWN_NAME],
        ["json-schema-to-typescript (types)", "json-schema-to-typescript"],
        ["quicktype (types)", "quicktype"],
        ["typescript-json-schema (JSON Schema)", "typescript-json-schema"],
        ["ts-to-zod (validators)", "ts-to-zod"],
      ]),
    },
    {
      title: "Validation of a valid message",
      unit: "time, 1 = JSON.parse of the same message",
      bars: bars(validate, "validator", 0, [
        [OWN_NAME, OWN_NAME],
        ["TypeBox, compiled", "TypeBox"],
        ["typia", "typia"],
        ["ajv, compiled", "ajv"],
        ["SDK v1 (zod)", "SDK v1 (zod)"],
        ["SDK v2 (zod)", "SDK v2 (zod)"],
      ]),
    },
    {
      title: "HTTP server up to 2025-11-25, 16 requests in flight",
      unit: "processor time per request, 1 = bare loop without validation",
      bars: bars(server, "http, initialize", 1, [
        ["bare loop", "bare loop"],
        [OWN_NAME, OWN_NAME],
        ["SDK v1", "SDK v1"],
      ]),
    },
    {
      title: "HTTP server of 2026-07-28, 16 requests in flight",
      unit: "processor time per request, 1 = bare loop without validation",
      bars: bars(server, "http, stateless", 1, [
        ["bare loop", "bare loop"],
        [OWN_NAME, OWN_NAME],
        ["SDK v2", "SDK v2"],
      ]),
    },
  ];
}

function chartText({ title, unit, bars }: Chart, top: number): string {
  const longest = Math.max(...bars.map(([, value]) => value));
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const rows = bars.map(([label, value], index) => {
    const y = top + TITLE_HEIGHT + index * ROW_HEIGHT;
    const width = Math.max(2, Math.round((value / longest) * room));
    const style = label === OWN_NAME ? "own" : "peer";
    return [
      `<text x="${LABEL_WIDTH - 8}" y="${y + 13}" text-anchor="end">${label}</text>`,
      `<rect class="${style}" x="${LABEL_WIDTH}" y="${y + 2}" width="${width}" height="14" rx="2"/>`,
      `<text x="${LABEL_WIDTH + width + 6}" y="${y + 13}">${value}</text>`,
    ].join("\n");
  });
  return [
    `<text class="title" x="0" y="${top + 20}">${title}</text>`,
    `<text class="unit" x="0" y="${top + 36}">${unit}</text>`,
    ...rows,
  ].join("\n");
}
