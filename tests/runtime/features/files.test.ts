/**
 * Tests of file resources. Clients can read only files inside the configured
 * folders.
 */
import {
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileResources } from "../../../runtime/features/resources/files.js";
import type { FileResourcesOptions } from "../../../runtime/features/resources/files.js";
import { resourceHandlers } from "../../../runtime/features/resources/resources.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { HELLO, openServer } from "../../harness/wire/wire.js";
import type { Opened } from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("file resources");

const BYTES = Uint8Array.of(0x89, 0x50, 0, 0xff);

function tree(): { readonly root: string; readonly outside: string } {
  const folder = realpathSync(temporaryFolder());
  writeTree(folder, {
    "root/a.md": "# A é",
    "root/b c/data": "plain",
    "root/.secret": "dot",
    "root/.git/config": "dot",
    "root/page.html": "<p>",
    "outside/secret.txt": "secret",
  });
  writeFileSync(join(folder, "root/pixel.png"), BYTES);
  writeFileSync(join(folder, "root/raw"), Uint8Array.of(0xc3, 0x28));
  return { root: join(folder, "root"), outside: join(folder, "outside") };
}

async function served(options: FileResourcesOptions): Promise<Opened> {
  const entries = await fileResources(options);
  return openServer(resourceHandlers(entries as never));
}

/**
 * Creates a server whose resources are the files of a folder. The client
 * declares no roots.
 */
async function plain(
  options: Partial<FileResourcesOptions> = {},
  change: (root: string, outside: string) => void = () => {},
) {
  const { root, outside } = tree();
  change(root, outside);
  const opened = await served({ roots: [root], ...options });
  opened.connection.peer = { ...opened.connection.peer, capabilities: {} };
  return { opened, root, outside, base: pathToFileURL(root).href };
}

/** Reads a resource. Returns its contents, or the error. */
async function read({ wire }: Opened, uri: string): Promise<unknown> {
  wire.give({ id: uri, method: "resources/read", params: { uri } });
  const { result, error } = await wire.next();
  return (result?.contents as object[] | undefined)?.[0] ?? error;
}

async function listed({ wire }: Opened): Promise<object[]> {
  wire.give({ id: 1, method: "resources/list" });
  return (await wire.next()).result.resources as object[];
}

const missing = (uri: string): object => ({
  code: -32002,
  message: `Resource not found: ${uri}`,
  data: { uri },
});

test("file resources list the files of a folder sorted by path and without dot files", async () => {
  const { opened, base } = await plain();
  const there = (path: string, more = {}, name = path): object => ({
    uri: `${base}/${path}`,
    name,
    ...more,
  });
  assert.equal(await listed(opened), [
    there("a.md", { mimeType: "text/markdown" }),
    there("b%20c/data", {}, "b c/data"),
    there("page.html", { mimeType: "text/html" }),
    there("pixel.png", { mimeType: "image/png" }),
    there("raw"),
  ]);
  opened.wire.give({ id: 2, method: "resources/templates/list" });
  const resourceTemplates = [{ uriTemplate: `${base}/{+path}`, name: "root" }];
  assert.equal(await opened.wire.take(), [
    { id: 2, result: { resourceTemplates } },
  ]);
});

test("file resources return text or base64 data, even of a file that was not listed", async () => {
  const mimeTypes = { ".log": "text/x-log" };
  const { opened, root, base } = await plain({ mimeTypes, maxListed: 2 });
  assert.is((await listed(opened)).length, 2);
  writeFileSync(join(root, "late.log"), "late");
  for (const [name, contents] of [
    ["a.md", { mimeType: "text/markdown", text: "# A é" }],
    ["b%20c/data", { mimeType: "text/plain", text: "plain" }],
    ["late.log", { mimeType: "text/x-log", text: "late" }],
    ["pixel.png", { mimeType: "image/png", blob: "iVAA/w==" }],
    ["raw", { mimeType: "application/octet-stream", blob: "wyg=" }],
  ] as const) {
    const uri = `${base}/${name}`;
    assert.equal(await read(opened, uri), { uri, ...contents });
  }
});

requirement("c6535be4dc3b a13b3127fd17");
test("file resources refuse every path that leads out of the folder", async () => {
  const { opened, base, outside } = await plain({}, (root, outside) => {
    symlinkSync(join(outside, "secret.txt"), join(root, "link.txt"));
    symlinkSync(outside, join(root, "folder"));
    symlinkSync(join(root, "a.md"), join(root, "inner.md"));
    writeTree(`${root}-twin`, { x: "twin" });
  });
  for (const uri of [
    `${base}/../outside/secret.txt`,
    `${base}/%2e%2e/outside/secret.txt`,
    `${base}/b%20c/../../outside/secret.txt`,
    `${base}/..%2foutside/secret.txt`,
    `${base}/..%5coutside/secret.txt`,
    `${base}/link.txt`,
    `${base}/folder/secret.txt`,
    `${base}-twin/x`,
    `${base}/a.md%00.png`,
    `${base}/.secret`,
    `${base}/.git/config`,
    `${base}/b%20c`,
    `${base}/`,
    `${base}/none`,
    `${base}/a.md/`,
    pathToFileURL(join(outside, "secret.txt")).href,
    "file://elsewhere/etc/passwd",
    "https://example.com/a.md",
  ])
    assert.equal(await read(opened, uri), missing(uri));
  const uri = `${base}/inner.md`;
  const contents = { uri, mimeType: "text/markdown", text: "# A é" };
  assert.equal(await read(opened, uri), contents);
});

test("file resources refuse all files after a symbolic link has replaced the folder", async () => {
  const { opened, root, outside, base } = await plain();
  writeFileSync(join(outside, "data"), "secret");
  renameSync(join(root, "b c"), join(root, "moved"));
  symlinkSync(outside, join(root, "b c"));
  const uri = `${base}/b%20c/data`;
  assert.equal(await read(opened, uri), missing(uri));
  rmSync(join(root, "b c"));
});

test("file resources refuse a named pipe without waiting for its data", async () => {
  const { opened, base } = await plain({}, (root) => {
    execFileSync("mkfifo", [join(root, "pipe")]);
  });
  const uri = `${base}/pipe`;
  assert.equal(await read(opened, uri), missing(uri));
});

requirement("bb03306035ab");
test("file resources refuse a file that is larger than the maximum size", async () => {
  const { opened, base } = await plain({ maxSize: 5 });
  const exact = `${base}/b%20c/data`;
  const contents = { uri: exact, mimeType: "text/plain", text: "plain" };
  assert.equal(await read(opened, exact), contents);
  const uri = `${base}/a.md`;
  assert.equal(await read(opened, uri), {
    code: -32603,
    message: `${uri} is larger than 5 bytes`,
    data: { uri },
  });
});

requirement("de80257baa8f");
test("file resources return only files inside the roots of the client", async () => {
  const { root, outside } = tree();
  const base = pathToFileURL(root).href;
  const opened = await served({ roots: [root] });
  assert.ok("roots" in HELLO.params.capabilities);
  for (const [roots, inside] of [
    [[], false],
    [[pathToFileURL(outside).href, `${base}/none`], false],
    [[`${base}/b%20c`], true],
    [[`${base}/b%20c/data`], true],
    [[`${base}/b`], false],
  ] as const) {
    const uri = `${base}/b%20c/data`;
    const { wire } = opened;
    wire.give({ id: uri, method: "resources/read", params: { uri } });
    const asked = await wire.next();
    assert.is(asked.method, "roots/list");
    const result = { roots: roots.map((root) => ({ uri: root })) };
    wire.give({ id: asked.id, result });
    const { result: found, error } = await wire.next();
    assert.is(found !== undefined, inside);
    if (!inside) assert.equal(error, missing(uri));
  }
  const free = await served({ roots: [root], clientRoots: false });
  const uri = `${base}/page.html`;
  const contents = { uri, mimeType: "text/html", text: "<p>" };
  assert.equal(await read(free, uri), contents);
});

test.run();
