/**
 * Tests of `askForServers`, which prompts the user for the values of variables
 * in a configuration.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { askForServers } from "../../../../runtime/host/config/ask.js";
import { stdio } from "../../../harness/host/config.js";

const test = suite("host config: prompts");

const TEXT = `{
  "inputs": [
    null,
    { "id": "key", "type": "promptString", "description": "Key", "password": true }
  ],
  "servers": {
    "web": {
      "url": "https://a.example/\${workspaceFolderBasename}",
      "headers": { "x-key": "\${input:key}", "x-again": "\${input:key}" }
    },
    "program": {
      "command": "node",
      "args": ["\${env:MODE:-fast}", "\${SET}", "\${config:theirs}"]
    },
    "plain": { "command": "x", "env": { "A": "\${B}", "B": "\${env:TOKEN}" } },
    "off": { "command": "x", "args": ["\${input:other}"], "disabled": true }
  }
}`;

/**
 * Reads a configuration. Returns the servers, the variables for which the user
 * was prompted, and the reported problems.
 */
async function read(
  answers: Readonly<Record<string, string>>,
  text = TEXT,
  strict = false,
) {
  const asked: unknown[] = [];
  const said: string[] = [];
  const servers = await askForServers(
    text,
    async (...variable) => {
      asked.push(variable);
      return answers[variable[0]];
    },
    {
      variables: { SET: "set" },
      folder: "/work/site",
      strict,
      onProblem: (problem) => said.push(problem.text),
    },
  );
  return { servers, asked, said };
}

test("`askForServers` prompts the user once for each variable of the enabled servers", async () => {
  const { servers, asked, said } = await read({
    "input:key": "K",
    TOKEN: "T",
  });
  const input = {
    id: "key",
    type: "promptString",
    description: "Key",
    password: true,
  };
  assert.equal(asked, [
    ["input:key", input],
    ["MODE", undefined],
    ["TOKEN", undefined],
  ]);
  assert.equal(servers["web"], {
    url: "https://a.example/site",
    headers: { "x-key": "K", "x-again": "K" },
  });
  assert.equal(servers["plain"], stdio("x", [], { A: "T", B: "T" }));
  // The function does not prompt the user for variables that only another
  // program can resolve, such as `config:theirs`.
  assert.equal(Object.keys(servers), ["web", "plain"]);
  assert.is(said.length, 1);
  assert.match(said[0] ?? "", "the variable config:theirs is not set");
});

test("`askForServers` uses the default of a variable if the user gives no answer", async () => {
  const text = TEXT.replace(', "${config:theirs}"', "");
  const { servers, said } = await read({}, text);
  assert.equal(Object.keys(servers), ["program"]);
  assert.equal(servers["program"], stdio("node", ["fast", "set"]));
  assert.ok(
    said.every((text) => text.endsWith("is not set; the server is not used")),
  );
});

test("messages of askForServers do not contain values of variables", async () => {
  const text = '{ "mcpServers": { "a": { "url": "${env:AT}" } } }';
  for (const strict of [false, true]) {
    const { said } = await read({ AT: "no-url-secret" }, text, strict).catch(
      ({ message }) => ({ said: [message as string] }),
    );
    assert.is(said.length, 1);
    assert.not.match(said[0] ?? "", "secret");
  }
});

test("`askForServers` prompts the user for each of several variables in one command", async () => {
  const text = '{ "mcpServers": { "a": { "command": "${A}/$B/$c/${D:-d}" } } }';
  const { servers, asked } = await read({ A: "1", B: "2", D: "3" }, text);
  const names = asked.map((variable) => (variable as string[])[0]);
  assert.equal(names, ["A", "B", "D"]);
  assert.equal(servers["a"], stdio("1/2/$c/3", []));
});

test("`askForServers` rejects if its callback rejects", async () => {
  const no = () => Promise.reject(new Error("Cancelled"));
  const problem = await askForServers(TEXT, no, { variables: {} }).catch(
    ({ message }) => message,
  );
  assert.is(problem, "Cancelled");
});

test.run();
