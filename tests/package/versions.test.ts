/** What `scripts/history.ts` finds in a repository. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { versions } from "../../scripts/history/versions.js";
import { temporaryFolder, writeTree } from "../harness/program/folders.js";

const history = suite("versions in a history");

history("each text that the file ever had, moved or not, comes once", () => {
  const folder = temporaryFolder();
  const git = (...args: string[]): void => {
    const as = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    execFileSync("git", [...as, ...args], { cwd: folder });
  };
  const commit = (files: Record<string, string>): void => {
    rmSync(join(folder, "schema"), { recursive: true, force: true });
    writeTree(folder, files);
    git("add", "--all");
    git("commit", "--quiet", "--message=x");
  };
  const lines = Array.from({ length: 50 }, (_, n) => `// ${n}\n`).join("");
  git("init", "--quiet");
  commit({ "schema/draft/schema.ts": lines });
  commit({ "schema/2025/schema.ts": `${lines}// more\n` });
  commit({ "schema/2025/schema.ts": lines, "schema/other.ts": "x" });
  const found = [...versions(join(folder, ".git"))];
  assert.equal(
    found.map(({ text }) => text).sort(),
    [lines, `${lines}// more\n`].sort(),
  );
});

history.run();
