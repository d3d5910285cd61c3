/**
 * Table of the layers of a generated SDK: the lines of each layer, their origin,
 * and the tests that verify them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";
import { OUTPUTS } from "../../generator/emit/context.js";
import { generate } from "../../generator/pipeline/generate.js";

interface Layer {
  readonly name: string;
  /** Files of the layer in an output for all revisions. */
  readonly files: RegExp;
  /** Origin of the lines: derived from a schema by rules, or written by hand. */
  readonly origin: string;
  /** Tests that verify the layer, relative to `tests/`. */
  readonly tests: string;
}

const RULES = "code, from `schema.ts` by rules";
const DATA = "data, from `schema.ts` by rules";
const BY_HAND = "code, written by hand";

const runtime = (...names: string[]): RegExp =>
  new RegExp(`^runtime/(${names.join("|")})\\.ts$`);

const LAYERS: readonly Layer[] = [
  {
    name: "types and message unions",
    files: /\/types\.ts$/,
    origin: RULES,
    tests: "proof/types, proof/history",
  },
  {
    name: "method maps and capabilities",
    files: /\/methods\.ts$/,
    origin: RULES,
    tests: "proof/messages, proof/typecheck",
  },
  {
    name: "validators of each revision",
    files: /\/validators\.ts$/,
    origin: RULES,
    tests: "proof/differential, proof/broken-guards",
  },
  {
    name: "JSON Schema",
    files: /schema\.json$/,
    origin: DATA,
    tests: "generator/emit/json-schema",
  },
  {
    name: "sample messages",
    files: /corpus\.json$/,
    origin: DATA,
    tests: "generator/emit/corpus",
  },
  {
    name: "server and client of one revision",
    files: /^[^/]+\/(server|client|app|index)\.ts$/,
    origin: RULES,
    tests: "proof/typecheck, conformance",
  },
  {
    name: "server and client of all revisions",
    files: /^(server|client|index)\.ts$/,
    origin: RULES,
    tests: "runtime/multi-version, conformance",
  },
  {
    name: "validation and JSON Schema checks",
    files: runtime("validation", "json-schema"),
    origin: BY_HAND,
    tests: "runtime/validation, runtime/json-schema",
  },
  {
    name: "JSON-RPC, lifecycles, revisions at run time",
    files: runtime("json-rpc", "protocol", "multi-version", "limits"),
    origin: BY_HAND,
    tests: "runtime/protocol, runtime/limits, conformance",
  },
  {
    name: "transports",
    files: runtime("transport", "http", "http-client", "http-server"),
    origin: BY_HAND,
    tests: "runtime/transport, runtime/http, interop",
  },
  {
    name: "features, tasks, skills, apps",
    files: runtime("features", "tasks", "skills", "apps"),
    origin: BY_HAND,
    tests: "runtime/features, runtime/tasks, runtime/skills",
  },
  {
    name: "authorization",
    files: runtime("oauth"),
    origin: BY_HAND,
    tests: "runtime/oauth, conformance",
  },
  {
    name: "hosts",
    files: runtime("host"),
    origin: BY_HAND,
    tests: "runtime/host, third-party",
  },
  {
    name: "state shared by processes",
    files: runtime("redis"),
    origin: BY_HAND,
    tests: "runtime/redis",
  },
];

/**
 * Returns a documentation page with the current table between its markers.
 * Numbers are rounded to thousands.
 *
 * @throws Error when a file of the output belongs to no layer, or a layer has
 *   no file.
 */
export async function withLayers(page: string): Promise<string> {
  const marked = /(<!-- layers -->\n)[^]*?(<!-- end of layers -->)/;
  const table = await layersTable();
  const text = page.replace(
    marked,
    (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
  );
  return format(text, {
    parser: "markdown",
    printWidth: 140,
    proseWrap: "preserve",
  });
}

/** Returns the table as Markdown. */
export async function layersTable(): Promise<string> {
  const lines = await countLines();
  const rows = LAYERS.map(({ name, files, origin, tests }) => {
    const own = [...lines].filter(([path]) => files.test(path));
    if (own.length === 0) throw new Error(`The layer "${name}" has no file`);
    own.forEach(([path]) => lines.delete(path));
    const size = own.reduce((sum, [, count]) => sum + count, 0);
    return { name, size, origin, tests };
  });
  if (lines.size > 0)
    throw new Error(`No layer has the files ${[...lines.keys()].join(", ")}`);
  const sumOf = (origin: string): string =>
    round(
      rows
        .filter((row) => row.origin === origin)
        .reduce((sum, { size }) => sum + size, 0),
    );
  return [
    "| layer | lines | origin | tests |",
    "| --- | --: | --- | --- |",
    ...rows.map(
      ({ name, size, origin, tests }) =>
        `| ${name} | ${round(size)} | ${origin} | ${tests} |`,
    ),
    ...[RULES, DATA, BY_HAND].map(
      (origin) => `| **all layers** | ${sumOf(origin)} | ${origin} | |`,
    ),
  ].join("\n");
}

/** Returns the number of lines of each generated file, by path. */
async function countLines(): Promise<Map<string, number>> {
  const out = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    const only = OUTPUTS.filter((name) => name !== "templates");
    await generate({
      revisions: ["all"],
      only,
      extensions: ["tasks", "apps", "skills"],
      out,
    });
    const paths = readdirSync(out, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => /\.(ts|json)$/.test(path) && !path.startsWith("."));
    return new Map(
      paths.map((path) => [
        path,
        readFileSync(join(out, path), "utf8").split("\n").length - 1,
      ]),
    );
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Returns a count in thousands, such as `5,000`, so that it rarely changes. */
function round(count: number): string {
  return (Math.round(count / 1000) * 1000).toLocaleString("en");
}
