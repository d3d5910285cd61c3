/**
 * Benchmark of generated Go types. Counts the test values that a Go package
 * wrongly accepts, wrongly rejects or changes. Compares examples/go with
 * quicktype.
 */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCorpus } from "../../generator/emit/corpus/emit.js";
import { createJsonSchema } from "../../generator/emit/json-schema/schema.js";
import { parseSchema } from "../../generator/parse/index.js";
import { readBundledSchema } from "../../generator/source/read.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import type { BenchmarkOptions } from "../harness/options.js";
import { markdownTable } from "../harness/table.js";
import { judge, listUndeclared, type Verdicts } from "./judge.js";

const REVISION = "2025-11-25";

const QUICKTYPE = join(
  PACKAGE_ROOT,
  "bench/node_modules/quicktype/dist/index.js",
);

interface Row extends Verdicts {
  readonly name: string;
  /** Number of types that the package uses but does not declare. */
  readonly undeclared: number;
}

/** Runs the benchmark and returns the results as a Markdown table. */
export function run({ say }: BenchmarkOptions): Promise<string> {
  const source = readBundledSchema(REVISION);
  const { model } = parseSchema(source.text, source);
  const corpus = createCorpus(model);
  const types = corpus.types.map(({ type }) => type);
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-go-"));
  try {
    const corpusFile = join(folder, "corpus.json");
    writeFileSync(corpusFile, JSON.stringify(withoutLargeIntegers(corpus)));
    const schemaFile = join(folder, "schema.json");
    const schema = createJsonSchema(model, "draft-2020-12");
    writeFileSync(schemaFile, JSON.stringify(schema));
    say("go: examples/go");
    const ours = judgeExample(join(folder, "example"), corpusFile, types);
    say("go: quicktype");
    const theirs = judgeQuicktype(
      join(folder, "quicktype"),
      schemaFile,
      corpusFile,
      types,
    );
    return Promise.resolve(report([ours, theirs]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the corpus (test values) without values that contain an integer
 * outside the range of `int64`. Both packages use `int64` for integers.
 */
function withoutLargeIntegers({ types }: ReturnType<typeof createCorpus>) {
  const fits = (value: unknown): boolean =>
    typeof value === "object" && value !== null
      ? Object.values(value).every(fits)
      : typeof value !== "number" || Math.abs(value) < 2 ** 63;
  return {
    types: types.map(({ type, valid, invalid, cases }) => ({
      type,
      valid: valid.filter(fits),
      invalid: invalid.filter(fits),
      cases: cases.filter(fits),
    })),
  };
}

function judgeExample(
  folder: string,
  corpus: string,
  types: readonly string[],
): Row {
  const generator = join(PACKAGE_ROOT, "examples/go/generate.mjs");
  const options = ["--rev", REVISION, "--out", folder];
  execFileSync(process.execPath, [generator, ...options]);
  const decoders = types.map(
    (type) => [type, `Decode(${JSON.stringify(type)}, data)`] as const,
  );
  const undeclared = listUndeclared(folder).size;
  const verdicts = judge(folder, corpus, new Map(decoders));
  return { name: "examples/go", undeclared, ...verdicts };
}

/**
 * Tests the Go code that quicktype generates. Removes the functions for types
 * that this code does not declare, because the code does not compile otherwise.
 */
function judgeQuicktype(
  folder: string,
  schema: string,
  corpus: string,
  types: readonly string[],
): Row {
  mkdirSync(folder);
  const file = join(folder, "types.go");
  writeFileSync(join(folder, "go.mod"), "module mcp\n\ngo 1.19\n");
  const input = ["--src-lang", "schema", `${schema}#/$defs/`];
  const output = ["--lang", "go", "--package", "mcp", "--out", file];
  execFileSync(process.execPath, [QUICKTYPE, ...input, ...output], {
    stdio: "ignore",
  });
  const undeclared = listUndeclared(folder);
  const text = readFileSync(file, "utf8").replace(
    /^func (?:Unmarshal\w+\(data \[\]byte\) \((\w+), error\)|\(r \*(\w+)\) Marshal\(\)) [^]*?^\}\n/gm,
    (whole, made = "", own = "") => (undeclared.has(made || own) ? "" : whole),
  );
  writeFileSync(file, text);
  const known = new Map(
    [...text.matchAll(/^func Unmarshal(\w+)\(/gm)].map(([, name = ""]) => [
      name.toLowerCase(),
      name,
    ]),
  );
  const decoders = types.flatMap((type) => {
    const name = known.get(type.toLowerCase());
    return name ? [[type, `Unmarshal${name}(data)`] as const] : [];
  });
  const verdicts = judge(folder, corpus, new Map(decoders));
  return { name: "quicktype", undeclared: undeclared.size, ...verdicts };
}

function report(rows: readonly Row[]): string {
  const share = (part = 0, whole = 0): string =>
    `${((100 * part) / whole).toFixed(1)} %`;
  const table = markdownTable(rows, [
    { head: "Go types", cell: ({ name }) => name },
    {
      head: "undeclared types",
      align: "right",
      cell: ({ undeclared }) => String(undeclared),
    },
    {
      head: "invalid values accepted",
      align: "right",
      cell: ({ accepted, invalid }) => share(accepted, invalid),
    },
    {
      head: "valid values refused",
      align: "right",
      cell: ({ refused, valid }) => share(refused, valid),
    },
    {
      head: "valid values changed",
      align: "right",
      cell: ({ changed, valid }) => share(changed, valid),
    },
  ]);
  return `${table}
The decoders read the values of \`corpus.json\` of ${REVISION}, except values with integers beyond \`int64\`. A Go package that uses undeclared types does not compile; the functions for these types were removed before the measurement.
`;
}
