/**
 * Tests of how the client starts server commands on Windows. The tests also run
 * on other systems.
 */
import { spawn as spawnChild, type ChildProcess } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spawn } from "../../../runtime/transport/spawn.js";
import { windowsStart } from "../../../runtime/transport/windows.js";
import { random } from "../../harness/models/mutations.js";
import { assertThrows } from "../../harness/run/throws.js";

const test = suite("transport: programs on Windows");

const NODE = "C:\\Program Files\\nodejs\\";
const ENV = {
  ComSpec: "C:\\Windows\\system32\\cmd.exe",
  Path: `C:\\Windows;"${NODE}";;D:\\tools\\`,
  PATHEXT: ".COM;.EXE;.BAT;.CMD;.VBS;.JS",
};

const FILES = [
  `${NODE}node.exe`,
  `${NODE}npx`,
  `${NODE}npx.cmd`,
  "D:\\tools\\both.exe",
  "D:\\tools\\both.cmd",
  "D:\\tools\\script.js",
  "D:\\work\\bin\\own.bat",
];

const exists = (file: string): boolean =>
  FILES.map((path) => path.toLowerCase()).includes(
    file.replace("\\.\\", "\\").toLowerCase(),
  );

const start = (command: string, args: readonly string[] = []) =>
  windowsStart(command, args, { env: ENV, cwd: "D:\\work", exists });

const OWN = ["node", "node.exe", "both", "both.exe", "script", "uvx"];

for (const command of [...OWN, "D:\\tools\\both", "D:/tools/both.exe"])
  test(`on Windows, the program ${command} is started directly, without cmd.exe`, () =>
    assert.equal(start(command, ['"', "%"]), {
      command,
      args: ['"', "%"],
      batch: false,
    }));

for (const [command, file] of [
  ["npx", `${NODE}npx.cmd`],
  ["NPX.CMD", `${NODE}NPX.CMD`],
  ["both.cmd", "D:\\tools\\both.cmd"],
  ["./bin/own", "D:\\work\\.\\bin\\own.bat"],
  ["D:/tools/both.cmd", "D:\\tools\\both.cmd"],
  ["gone.cmd", "gone.cmd"],
] as const)
  test(`on Windows, the batch file ${command} is started with cmd.exe`, () =>
    assert.equal(start(command, ["-y", "a b"]), {
      command: ENV.ComSpec,
      args: ["/e:on", "/v:off", "/d", "/s", "/c", `""${file}" "-y" "a b""`],
      batch: true,
    }));

test("on Windows, a program is found even if the variables ComSpec and PATHEXT are not set", () => {
  const own = { exists: (file: string) => file === "C:\\x\\npm.cmd" };
  const { command, args } = windowsStart("npm", [], {
    ...own,
    env: { Path: "C:\\y", PATH: "C:\\x" },
  });
  assert.equal([command, args.at(-1)], ["cmd.exe", '""C:\\x\\npm.cmd""']);
  assert.is(windowsStart("npm", [], { ...own, env: {} }).command, "npm");
});

test("on Windows, a line break in an argument of a batch file is rejected", () => {
  for (const arg of ["a\nb", "a\r"])
    assertThrows(
      () => start("npx", [arg]),
      `An argument of a batch file cannot have a line break: ${JSON.stringify(arg)}`,
    );
});

/** Replaces the variables in a command line as cmd.exe does. */
function expanded(line: string): string {
  return line.replace(/%([^%]+)%/g, (whole, name: string) =>
    name === "cd:~," ? "" : name === "PATH" ? "SECRET" : whole,
  );
}

/** Splits a command line into arguments as a program on Windows does. */
function parsed(line: string): string[] {
  const found: string[] = [];
  let arg = "";
  let inside = false;
  for (let at = 0; at <= line.length; at += 1) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const quote = line[at + slashes] === '"';
    arg += "\\".repeat(quote ? slashes >> 1 : slashes);
    at += slashes;
    if (quote && slashes % 2 === 1) arg += '"';
    else if (quote && inside && line[at + 1] === '"') {
      arg += '"';
      at += 1;
    } else if (quote) inside = !inside;
    else if (!inside && (line[at] === " " || at >= line.length)) {
      found.push(arg);
      arg = "";
    } else arg += line[at] ?? "";
  }
  assert.not(inside, `A quote is left open: ${line}`);
  return found;
}

test("on Windows, arguments reach a batch file unchanged", () => {
  const below = random(9);
  const parts = ['"', "\\", "%", "PATH", "%PATH%", "^", "&calc", "|", "<", ">"];
  parts.push("(", ")", "!", " ", "a", "é", "", "%%", '\\"', "%cd:~,%");
  for (let round = 0; round < 5_000; round += 1) {
    const args = Array.from({ length: 3 }, () =>
      Array.from({ length: 5 }, () => parts[below(parts.length)]).join(""),
    );
    const line = (start("npx", args).args.at(-1) ?? "").slice(1, -1);
    // Even after cmd.exe has replaced variables in the line, all text must be
    // inside quotes. Otherwise, characters such as `&` would have a special
    // meaning.
    const seen = expanded(line);
    const bare = seen.replace(/"[^"]*"/g, "");
    assert.match(bare, /^ *$/, line);
    assert.equal(parsed(seen).slice(1), args, line);
  }
});

test("on Windows, closing the transport of `spawn` ends the whole process tree", async () => {
  const { process: own } = globalThis;
  const seen: { command: string; args: string[]; options: object }[] = [];
  const running: ChildProcess[] = [];
  const modules: { [name: string]: unknown } = {
    "node:fs": { existsSync: exists },
    "node:child_process": {
      spawn: (command: string, args: string[], options: object) => {
        seen.push({ command, args, options });
        running.at(-1)?.kill("SIGKILL");
        // Child process that continues to run after the end of its input.
        const child = spawnChild(own.execPath, ["-e", "setInterval(String)"]);
        running.push(child);
        return child;
      },
    },
  };
  const replaceProcess = (value: object): void =>
    void Object.defineProperty(globalThis, "process", {
      configurable: true,
      writable: true,
      value,
    });
  replaceProcess({
    platform: "win32",
    env: { ...ENV, SYSTEMROOT: "C:\\Windows" },
    getBuiltinModule: (name: string) => modules[name],
  });
  try {
    const transport = spawn("npx", ["-y", "server"], { grace: 250 });
    const names = ["receive", "failed", "unreadable", "ended", "closed"];
    const deaf = Object.fromEntries(names.map((name) => [name, () => {}]));
    await transport.start(deaf as never);
    await transport.close();
  } finally {
    replaceProcess(own);
    for (const child of running) child.kill("SIGKILL");
  }
  const [started, ended] = seen;
  assert.is(started?.command, ENV.ComSpec);
  assert.is(started?.args.at(-1), `""${NODE}npx.cmd" "-y" "server""`);
  assert.match(JSON.stringify(started), '"windowsVerbatimArguments":true');
  assert.is(ended?.command, "C:\\Windows\\System32\\taskkill.exe");
  assert.equal(ended?.args, ["/pid", String(running[0]?.pid), "/t", "/f"]);
  assert.is(seen.length, 2);
});

test.run();
