import { rmSync } from "node:fs";
import { join } from "node:path";
import { OUTPUTS } from "../../generator/emit/context.js";
import { CLI, PEERS, REVISION } from "./inputs.js";

/**
 * Candidate of the benchmark: a command to run. The benchmark measures the
 * whole process of the command.
 */
export interface GenerateCandidate {
  readonly name: string;
  readonly group: "ours" | "peer" | "floor";
  readonly args: readonly string[];
  /** Whether the command requires a newer Node.js than mcp-codegen requires. */
  readonly isCurrentOnly?: boolean;
  /**
   * Restores the initial state of the folder before each run. The benchmark
   * does not measure this step.
   */
  readonly prepare?: (folder: string) => void;
}

const TYPES_ALONE = "mcp-codegen, types.ts alone";

export const ALL_OUTPUTS = "mcp-codegen, all outputs";
export const ALL_REVISIONS = "mcp-codegen, six revisions";
export const UNCHANGED = "mcp-codegen, nothing changed";
export const CHECK = "mcp-codegen --check, nothing changed";
export const CHECK_ALL = "mcp-codegen --check, six revisions";
export const NEW_SERVER = "mcp-codegen new server";
export const JSTT = "json-schema-to-typescript (types)";
export const TJS = "typescript-json-schema (JSON Schema)";
export const EMPTY_PROGRAM = "node -e ''";

/**
 * Arguments that select all outputs except `templates`, because that output
 * needs template files from the user.
 */
const EVERYTHING = [
  "--only",
  OUTPUTS.filter((name) => !["templates", "app"].includes(name)).join(","),
];

/**
 * Returns a function that deletes the output of the candidate's previous run.
 */
function removeBefore(path: string): (folder: string) => void {
  return (folder) => {
    rmSync(join(folder, path), { recursive: true, force: true });
  };
}

/**
 * Path of a Node.js binary that npm installed. Most users run this version of
 * Node.js today.
 */
export const CURRENT_NODE = join(PEERS, "node", "bin", "node");

function peer(
  name: string,
  file: string,
  ...args: string[]
): GenerateCandidate {
  return { name, group: "peer", args: [join(PEERS, file), ...args] };
}

/**
 * Candidates of the benchmark: mcp-codegen, other generators, and minimal
 * programs that show the cost of starting Node.js and loading ts-morph.
 */
export const GENERATE_CANDIDATES: readonly GenerateCandidate[] = [
  {
    name: ALL_OUTPUTS,
    group: "ours",
    args: [CLI, "--rev", REVISION, ...EVERYTHING, "--out", "one"],
    prepare: removeBefore("one"),
  },
  {
    name: ALL_REVISIONS,
    group: "ours",
    args: [CLI, "--rev", "all", ...EVERYTHING, "--out", "all"],
    prepare: removeBefore("all"),
  },
  {
    name: TYPES_ALONE,
    group: "ours",
    args: [CLI, "--rev", REVISION, "--only", "types", "--out", "types"],
    prepare: removeBefore("types"),
  },
  {
    name: UNCHANGED,
    group: "ours",
    args: [CLI, "--rev", REVISION, "--out", "unchanged"],
  },
  {
    name: CHECK,
    group: "ours",
    args: [CLI, "--rev", REVISION, "--out", "unchanged", "--check"],
  },
  {
    name: CHECK_ALL,
    group: "ours",
    args: [CLI, "--rev", "all", "--out", "checked", "--check"],
  },
  {
    name: NEW_SERVER,
    group: "ours",
    args: [CLI, "new", "server", "new-server", "--yes"],
    prepare: removeBefore("new-server"),
  },
  peer(
    JSTT,
    "json-schema-to-typescript/dist/src/cli.js",
    ..."-i schema.json -o types-of-json.ts --unreachableDefinitions".split(" "),
  ),
  peer(
    "quicktype (types)",
    "quicktype/dist/index.js",
    ..."--src-lang schema --src schema.json#/definitions/".split(" "),
    ..."--lang typescript --just-types -o quicktype.ts".split(" "),
  ),
  peer(
    TJS,
    "typescript-json-schema/bin/typescript-json-schema",
    ..."tsconfig.json * --required -o typescript-json-schema.json".split(" "),
  ),
  {
    ...peer(
      "ts-json-schema-generator (JSON Schema)",
      "ts-json-schema-generator/bin/ts-json-schema-generator.js",
      ..."--tsconfig tsconfig.json --path schema.ts --type * -o ts-json-schema-generator.json".split(
        " ",
      ),
    ),
    isCurrentOnly: true,
  },
  peer("ts-to-zod (validators)", "ts-to-zod/bin/run", "schema.ts", "zod.ts"),
  { name: EMPTY_PROGRAM, group: "floor", args: ["-e", ""] },
  {
    name: "loading ts-morph",
    group: "floor",
    args: ["-e", `require(${JSON.stringify(tsMorph())})`],
  },
  {
    name: "parsing with ts-morph",
    group: "floor",
    args: [
      "-e",
      `const { Project } = require(${JSON.stringify(tsMorph())});
       new Project().addSourceFileAtPath("schema.ts").getInterfaces();`,
    ],
  },
];

function tsMorph(): string {
  return join(PEERS, "..", "..", "node_modules", "ts-morph");
}
