/**
 * Tests that file resources with Windows paths do not access remote machines.
 */
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import url from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileResources } from "../../../runtime/features/resources/files.js";

const test = suite("file resources: remote paths");

test("file resources refuse remote paths outside of their folders without accessing the remote machine", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
  writeFileSync(join(folder, "a.txt"), "a");
  const asked: string[] = [];
  const { getBuiltinModule } = process;
  // On Windows, `\\nas\docs` is a path on a remote machine. The test simulates
  // it with paths below /nas.
  const windows: { [name: string]: object } = {
    "node:fs/promises": {
      ...promises,
      realpath: async (path: string) => {
        asked.push(path);
        if (!path.startsWith("/nas/")) return promises.realpath(path);
        return path.replace("/nas/docs", folder).replace(folder, "/nas/docs");
      },
    },
    "node:url": {
      ...url,
      pathToFileURL: (path: string) =>
        path.startsWith("/nas/")
          ? new URL(`file:/${path}`)
          : url.pathToFileURL(path),
      fileURLToPath: (text: string) => {
        const { host, pathname } = new URL(text);
        return host ? `/${host}${pathname}` : pathname;
      },
    },
  };
  process.getBuiltinModule = ((name: string) =>
    windows[name] ?? getBuiltinModule(name)) as typeof getBuiltinModule;
  try {
    const files = await fileResources({ roots: [folder] });
    const uri = url.pathToFileURL(join(folder, "a.txt")).href;
    const read = async (at: string, root: string) => {
      const roots = async () => ({ roots: [{ uri: root }] });
      const peer = { capabilities: { roots: {} } };
      return await files[uri]?.read(at, {}, { peer, roots });
    };
    const here = url.pathToFileURL(folder).href;
    assert.is((await read(uri, here))?.contents.length, 1);
    assert.is(
      (await read(uri, "file://localhost" + folder))?.contents.length,
      1,
    );
    asked.length = 0;
    assert.is(await read(uri, "file://evil/share"), undefined);
    assert.is(await read("file://evil/share/a.txt", here), undefined);
    assert.equal(
      asked.filter((path) => path.includes("evil")),
      [],
    );
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
});

test.run();
