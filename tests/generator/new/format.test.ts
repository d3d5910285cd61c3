/**
 * Tests that some files of a new project have the layout of Prettier.
 * `mcp-codegen new` formats these files only if an inserted name is long, so
 * their templates must produce the layout.
 */
import { format } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clientSide } from "../../../generator/new/client/project.js";
import {
  formatProjectFile,
  type RenderedFile,
} from "../../../generator/new/format.js";
import type { Extra } from "../../../generator/new/extras.js";
import type { ProjectSide } from "../../../generator/new/project.js";
import { serverSide } from "../../../generator/new/server/project.js";
import { coverPairs } from "../../harness/new/combinations.js";
import { datedModel } from "../../harness/models/models.js";

const test = suite("new: format");

const NAMES = ["a", `long-${"name-".repeat(20)}`];

/**
 * Returns the files of a new project whose templates produce the layout of
 * Prettier.
 */
async function getFormatted(
  side: ProjectSide,
  revision: string,
  name: string,
): Promise<readonly RenderedFile[]> {
  const model = datedModel(revision);
  const { files } = await side.make({
    folder: "missing",
    model,
    models: [model],
    source: null,
    isAsked: true,
    features: [],
    transports: [],
    extensions: [],
    stubs: new Map(),
    fresh: { name, generator: "^2.0.0" },
  });
  return files.filter(({ isFormatted }) => isFormatted);
}

/** Paths and texts of the checked files. Many projects have equal files. */
const checked = new Set<string>();

async function checkFormat(files: readonly RenderedFile[]): Promise<void> {
  for (const file of files) {
    const key = `${file.path}\n${file.text}`;
    if (!/\.(ts|md)$|^package\.json$/.test(file.path) || checked.has(key))
      continue;
    checked.add(key);
    const { path, text } = await formatProjectFile(file);
    assert.is(text, await format(text, { filepath: path }), path);
  }
}

test("for each pair of options, the files of a new server are formatted as by Prettier", async () => {
  for (const row of coverPairs()) {
    const { transports, auth, shared, rev } = row;
    const extras = row.with.split(",").filter(Boolean) as Extra[];
    const side = serverSide({
      transports: transports.split(","),
      auth,
      shared,
      extras,
    });
    const revision = rev === "all" ? "2025-06-18" : rev;
    for (const name of NAMES)
      await checkFormat(await getFormatted(side, revision, name));
  }
});

test("with and without OAuth, the files of a new client are formatted as by Prettier", async () => {
  for (const auth of ["none", "oauth"] as const)
    for (const name of NAMES)
      await checkFormat(
        await getFormatted(clientSide(undefined, auth), "2025-11-25", name),
      );
});

test.run();
