/**
 * Runs the commands that the README and other files of a project show to users.
 * Programs that need a network or a daemon are replaced: `npm install` links
 * the packages of the tests, `npx` runs installed programs, and `docker` only
 * records its arguments.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { freePort } from "../http/free-port.js";
import { BIN, MODULES, outcome, ROOT } from "../program/cli.js";
import { readTree, temporaryFolder, writeTree } from "../program/folders.js";

const SCOPE = "@modelcontextprotocol";
const HOOKS = `data:text/javascript,${encodeURIComponent(
  `import { register } from "node:module"; register(${JSON.stringify(`file://${ROOT}dist/tests/conformance/glob-hooks.js`)});`,
)}`;

/**
 * Script that fails if `devDependencies` in package.json contain a `file:` path
 * that does not exist.
 */
const CHECK_FILES = `const { devDependencies = {} } = JSON.parse(require("fs").readFileSync("package.json"));
for (const range of Object.values(devDependencies)) {
  const [, path] = /^file:(.*)$/.exec(range) ?? [];
  if (path && !require("fs").existsSync(path)) throw new Error("npm install: " + path + " does not exist");
}`;

const SHIMS: Readonly<Record<string, string>> = {
  "mcp-codegen": `exec node ${BIN} "$@"`,
  npm: `[ "$1" = install ] || exec "$REAL_NPM" "$@"
node -e '${CHECK_FILES}' && ln -sfn ${MODULES} node_modules`,
  npx: `while [ "\${1#-}" != "$1" ]; do shift; done
program=$1; shift
case "$program" in
  ${SCOPE}/conformance@*) exec node --import '${HOOKS}' ${MODULES}/${SCOPE}/conformance/dist/index.js "$@" ;;
  ${SCOPE}/inspector) exec node ${MODULES}/${SCOPE}/inspector/clients/launcher/build/index.js --cli "$@" --method tools/list ;;
  mcp-codegen) exec mcp-codegen "$@" ;;
esac
echo "npx: unknown program $program" >&2; exit 1`,
  docker: `node -e 'require("fs").appendFileSync(process.env.DOCKER_LOG, JSON.stringify(process.argv.slice(1)) + "\\n")' -- "$@"`,
};

/** Folder in which commands run, with the ports that they use. */
export interface Shell {
  readonly folder: string;
  readonly port: number;
  /** Recorded arguments of `docker`, one list for each call. */
  readonly dockerCalls: () => string[][];
  /** Runs a script to its end. */
  run(script: string, more?: Where): Promise<string>;
  /** Starts a server; resolves when it has written `Serving`. */
  serve(script: string, more?: Where): Promise<Served>;
}

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Server that was started by a script. */
export interface Served {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Prepares a project for its commands. The ports 3000 and 6379 are replaced in
 * its files, because several tests run at the same time.
 */
export async function openShell(
  folder: string,
  redisPort: number | undefined,
): Promise<Shell> {
  const port = await freePort();
  const own = Object.entries(readTree(folder)).filter(
    ([path]) => !/^(src\/generated|vendor|node_modules|dist)\//.test(path),
  );
  const moved = own.map(([path, text]) => [
    path,
    text
      .replace(/\b3000\b/g, String(port))
      .replace(/\b6379\b/g, String(redisPort ?? 6379)),
  ]);
  writeTree(folder, Object.fromEntries(moved) as Record<string, string>);
  const shims = temporaryFolder();
  for (const [name, text] of Object.entries(SHIMS)) {
    writeFileSync(join(shims, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(shims, name), 0o755);
  }
  const log = join(shims, "docker.log");
  const realNpm = (await text("command -v npm", folder, process.env)).trim();
  const env = {
    ...process.env,
    PATH: `${shims}:${process.env["PATH"]}`,
    REAL_NPM: realNpm,
    DOCKER_LOG: log,
  };
  const start = (script: string, { cwd = folder, env: more }: Where = {}) =>
    spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
      cwd,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  return {
    folder,
    port,
    dockerCalls: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as string[])
        : [],
    async run(script, where) {
      const child = start(script, where);
      // End the background processes of the script when the script exits: a
      // server that still runs would keep the output streams open.
      const ended = once(child, "exit").then(() => endGroup(child));
      const done = await outcome(child);
      await ended;
      const { code, stdout, stderr } = done;
      assert.is(
        code,
        0,
        `${script}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`,
      );
      return stdout + stderr;
    },
    async serve(script, where) {
      const child = start(script, where);
      const ended = once(child, "close");
      const origin = await servedOrigin(child, script);
      return {
        origin,
        async stop() {
          endGroup(child);
          await ended;
        },
      };
    },
  };
}

async function text(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  return (await outcome(spawn("bash", ["-c", script], { cwd, env }))).stdout;
}

/** Ends all processes of a script, also those in its background. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGTERM");
  } catch {
    // Ignore the error, because the processes have already ended.
  }
}

function servedOrigin(child: ChildProcess, script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: unknown): void => {
      printed += String(chunk);
      const [, url] = /Serving (\S+)\n/.exec(printed) ?? [];
      if (url !== undefined) resolve(new URL(url).origin);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("close", () =>
      reject(new Error(`${script} printed no address: ${printed}`)),
    );
  });
}
