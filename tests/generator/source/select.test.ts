/** Tests of the choice of schemas and of their extensions. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { resolveRevisions } from "../../../generator/source/revisions.js";
import {
  readNamedSchemas,
  readSources,
} from "../../../generator/source/select.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { folderWith, temporaryFolder } from "../../harness/program/folders.js";
import { getFailure } from "../../harness/run/failures.js";

const test = suite("source: selection");

test("`readNamedSchemas` adds the shared extensions to all schemas, and each other extension to one schema", () => {
  const names = ["2025-11-25+apps", "draft+tasks", "2024-11-05"];
  const print = (shared?: readonly string[]): string[] =>
    readNamedSchemas(names, undefined, shared).map(
      ({ revision, extensions = [] }) =>
        [revision, ...extensions.map(({ file }) => file.split("/")[2])].join(),
    );
  assert.equal(print(), ["2025-11-25,apps", "draft,tasks", "2024-11-05"]);
  assert.equal(print(["skills"]), [
    "2025-11-25,skills,apps",
    "draft,skills,tasks",
    "2024-11-05,skills",
  ]);
});

test("`resolveRevisions` splits lists, and sorts the revisions from the oldest to the newest", () => {
  const names = resolveRevisions(["draft, 2025-06-18", "2024-11-05", "draft"]);
  assert.equal(names, ["2024-11-05", "2025-06-18", "draft"]);
});

const FILE = join(folderWith({ "a.ts": SMALL_SCHEMA }), "a.ts");
const LEAVE_OUT =
  "Leave out `--source`, or name a revision instead of the file.";

/**
 * Test cases: name of the mistake, a function that throws the error, the code
 * of the error, its message, and the fix if the case has its own fix.
 */
const MISTAKES = [
  [
    "a revision and a file",
    () => readSources({ revisions: ["draft"], schema: FILE }),
    "MCP002",
    /^Both a revision and a schema file were given/,
  ],
  ["no schema", () => readSources({}), "MCP002", /^Neither a revision nor/],
  [
    "the source `pulled` for a file",
    () => readSources({ schema: FILE, source: "pulled" }),
    "MCP002",
    /with a schema file\.$/,
    LEAVE_OUT,
  ],
  [
    "the source `pulled` for named files",
    () => readNamedSchemas([FILE, FILE], "pulled"),
    "MCP002",
    /with a schema file\.$/,
    LEAVE_OUT,
  ],
  [
    "an empty name",
    () => readSources({ revisions: ["draft,"] }),
    "MCP001",
    /^The name of the revision is empty\.$/,
  ],
  [
    "a misspelled revision",
    () => readNamedSchemas(["drfat"], undefined),
    "MCP001",
    /^"drfat" is neither a revision nor a file\. Did you mean "draft"\?$/,
  ],
  [
    "a misspelled extension",
    () => readNamedSchemas(["draft+taks"], undefined),
    "MCP005",
    /^"taks" is neither .* nor a file\. Did you mean "tasks"\?$/,
  ],
] as const;
for (const [name, work, code, message, fix] of MISTAKES)
  test(`the choice of schemas is refused for ${name}`, async () => {
    const failure = await getFailure(work);
    assert.is(failure.code, code);
    assert.match(failure.message, message);
    if (fix !== undefined) assert.is(failure.fix, fix);
  });

test("`readNamedSchemas` reads a file whose name contains a plus sign", () => {
  const file = join(folderWith({ "a+b.ts": SMALL_SCHEMA }), "a+b.ts");
  const [schema] = readNamedSchemas([file], undefined);
  assert.is(schema?.file, file);
});

test("the error about a schema that is a folder states the cause", async () => {
  const { code, cause } = await getFailure(() =>
    readSources({ schema: temporaryFolder() }),
  );
  assert.equal([code, cause], ["MCP011", "The path is a folder."]);
});

test.run();
