/**
 * Tests of the tables of names in the runtime: file extensions, configuration
 * keys of other hosts, and environment variables.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getMimeType } from "../../../runtime/features/resources/mime-types.js";
import { findKeyProblem } from "../../../runtime/host/config/keys.js";
import { spawn } from "../../../runtime/transport/spawn.js";

const test = suite("known file extensions, settings and variables");

/** MIME types, each followed by its file extensions. */
const TYPES = `
  application/gzip gz | application/json json | application/jsonl jsonl
  application/pdf pdf | application/sql sql | application/toml toml
  application/wasm wasm | application/x-sh sh | application/xml xml
  application/yaml yaml yml | application/zip zip | audio/mpeg mp3
  audio/ogg ogg | audio/wav wav | image/avif avif | image/gif gif
  image/jpeg jpeg jpg | image/png png | image/svg+xml svg
  image/vnd.microsoft.icon ico | image/webp webp | text/css css
  text/csv csv | text/html htm html | text/javascript js mjs
  text/markdown md | text/plain log txt | text/tab-separated-values tsv
  text/x-c c | text/x-python py | text/x-rust rs | text/x-typescript ts
  video/mp4 mp4 | video/webm webm
`;

for (const line of TYPES.trim().split(/\s*[|\n]\s*/)) {
  const [type, ...extensions] = line.split(" ");
  for (const extension of extensions)
    test(`the file extension .${extension} has the MIME type ${type}`, () => {
      assert.is(getMimeType(`/a.b/c.${extension.toUpperCase()}`), type);
    });
}

test("`getMimeType` returns undefined for an unknown file extension", () => {
  for (const path of ["a", "a.exe", "a.png/b", "a.", "a.toString"])
    assert.is(getMimeType(path), undefined, path);
  assert.is(getMimeType("a.png", { ".png": "x/y" }), "x/y");
});

/**
 * Configuration keys that other hosts write for a server. The runtime reads
 * some of them and ignores the others.
 */
const SETTINGS = `
  command args env cwd envFile url serverUrl httpUrl headers type transport
  transportType disabled enabled disabledTools excludeTools includeTools timeout
  requestTimeout alwaysAllow autoApprove trust watchPaths extension
  authProviderType targetAudience targetServiceAccount oauth auth headersHelper
  alwaysLoad dev gallery version sandbox sandboxEnabled tools registry source
  settings remote protocolEra modernLogLevel roots metadata taskTtl
  connectionTimeout autoRefreshOnListChanged paginatedLists advertisedExtensions
  maxFetchRequests name title description note icon // $schema
`;

test("`findKeyProblem` accepts configuration keys that other MCP hosts use", () => {
  for (const name of SETTINGS.trim().split(/\s+/))
    assert.is(findKeyProblem(name, false), undefined, name);
});

/**
 * Environment variables that a server process inherits. All other variables may
 * contain secrets.
 */
const VARIABLES = `
  HOME LANG LOGNAME PATH SHELL TERM TMPDIR USER APPDATA COMSPEC HOMEDRIVE HOMEPATH
  LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT
  TEMP TMP USERNAME USERPROFILE WINDIR
`
  .trim()
  .split(/\s+/);

test("`spawn` passes only basic environment variables and the variables of its option `env`", async () => {
  const unset = [...VARIABLES, "SECRET"].filter((name) => !process.env[name]);
  for (const name of unset) process.env[name] = "x";
  const code = "process.stderr.write(Object.keys(process.env).join())";
  let said = "";
  const transport = spawn(process.execPath, ["-e", code], {
    env: { OWN: "y" },
    stderr: (text) => (said += text),
  });
  await new Promise<void>((resolve) =>
    transport.start({ closed: () => resolve() } as never),
  );
  for (const name of unset) delete process.env[name];
  assert.equal(said.split(",").sort(), [...VARIABLES, "OWN"].sort());
});

test.run();
