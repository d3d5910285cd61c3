/** Tests of the choice of schemas and of their extensions. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readNamedSchemas } from "../../../generator/source/select.js";

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

test.run();
