/** Tests of the imports between the folders of the HTTP runtime. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../../harness/program/cli.js";

const test = suite("http imports");

/**
 * Folders in runtime/http, each with the folders in runtime/http whose files it
 * may import.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  http: "http",
  "http/body": "http http/body",
  "http/client": "http http/client",
  "http/security": "http http/body http/security",
  "http/server":
    "http http/body http/security http/server http/server/sessions",
  "http/server/sessions":
    "http http/body http/security http/server http/server/sessions",
  "http/platform":
    "http http/body http/security http/server http/platform transport",
};

/** Folders outside of `http` that all files of the HTTP runtime may import. */
const BELOW =
  "features json-rpc json-schema limits multi-version protocol tasks transport validation";

const RUNTIME = join(ROOT, "runtime");

for (const [folder, allowed] of Object.entries(ALLOWED))
  test(`the files in runtime/${folder} import only from allowed folders`, () => {
    const names = readdirSync(join(RUNTIME, folder)).filter((name) =>
      name.endsWith(".ts"),
    );
    for (const name of names) {
      const text = readFileSync(join(RUNTIME, folder, name), "utf8");
      for (const [, specifier = ""] of text.matchAll(/ from "(\.[^"]*)"/g)) {
        const target = dirname(normalize(join(folder, specifier)));
        const [area = ""] = target.split("/");
        const known = `${allowed} ${BELOW}`.split(" ");
        const isKnown = known.includes(area === "http" ? target : area);
        assert.ok(isKnown, `${folder}/${name} imports ${specifier}`);
      }
    }
  });

test.run();
