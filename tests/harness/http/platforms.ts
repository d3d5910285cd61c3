/**
 * Starts servers on Deno, Bun and workerd (the runtime of Cloudflare Workers).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { generate } from "../../../generator/pipeline/generate.js";
import { MODULES } from "../program/cli.js";
import { ISSUER, createKeyPair, RESOURCE, type Pair } from "../oauth/tokens.js";
import { temporaryFolder, writeTree } from "../program/folders.js";

const folder = temporaryFolder();

/** Key pairs of the issuer that the protected server trusts, by algorithm. */
export const ISSUER_KEYS: { readonly [alg: string]: Pair } = Object.fromEntries(
  ["RS256", "PS256", "ES256", "ES384", "EdDSA"].map((alg) => [
    alg,
    createKeyPair(alg.replace("PS", "RS"), { kid: alg }),
  ]),
);

/**
 * Source of a server that uses all features of the runtime. It uses some
 * features while the module loads, to check that they need neither timers nor
 * random values. Cloudflare Workers forbid both at that time.
 */
const SERVER = `
import {
  completions, createServer, dpopProofs, fetchHandler, jwt, prompts, resources,
  tasks, tools,
} from "./bindings/server.ts";

export function serve() {
  const server = createServer({ name: "platform", version: "1" }, {
    ...prompts({ p: { handler: () => "p" } }),
    ...resources({ "a:b": { read: () => "b" } }, { subscribe: true }),
    ...completions({ prompts: { p: { a: ["b"] } } }),
    ...tasks(),
    ...tools({
    ask: {
      description: "Asks the client's model",
      handler: async (_args, ctx) => {
        ctx.progress(1, 2);
        const { content } = await ctx.sample({
          messages: [{ role: "user", content: { type: "text", text: "Why?" } }],
          maxTokens: 9,
        });
        ctx.progress(2, 2);
        server.notify("notifications/tools/list_changed");
        return content.text;
      },
    },
    wait: {
      description: "Waits until the client is gone",
      handler: (_args, ctx) => new Promise((resolve) => {
        ctx.signal.addEventListener("abort", () => resolve("gone"));
      }),
    },
    }),
  }, { capabilities: { tools: { listChanged: true } } });
  const options = {
    streamAfter: 50,
    keepAlive: 50,
    rate: { burst: 1000, perSecond: 1000 },
  };
  const open = fetchHandler(server, options);
  const auth = jwt({
    issuer: ${JSON.stringify(ISSUER)},
    audience: ${JSON.stringify(RESOURCE)},
    jwks: ${JSON.stringify({ keys: Object.values(ISSUER_KEYS).map(({ jwk }) => jwk) })},
    dpop: dpopProofs({ nonce: true }),
  });
  const guarded = fetchHandler(server, { ...options, auth });
  return (request) =>
    new URL(request.url).searchParams.has("guarded")
      ? guarded(request)
      : open(request);
}
`;

const DENO = `
import { serve } from "./server.ts";
const onListen = ({ port }) => console.log(String(port));
Deno.serve({ port: 0, hostname: "127.0.0.1", onListen }, serve());
`;

const BUN = `
import { serve } from "./server.ts";
const { port } = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: serve() });
console.log(String(port));
`;

/**
 * Source of a Cloudflare worker. Requests with sessions are served by a Durable
 * Object. Workers allow neither timers nor random values while a module loads.
 */
const WORKER = `
import { serve } from "./server.ts";
const alone = serve();
export class Sessions {
  fetch = serve();
}
export default {
  fetch(request, { SESSIONS }) {
    const { searchParams } = new URL(request.url);
    if (!searchParams.has("sessions")) return alone(request);
    return SESSIONS.get(SESSIONS.idFromName("all")).fetch(request);
  },
};
`;

/** Returns a workerd configuration that runs `worker.mjs`. */
export const workerConfig = (more: string): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-01-01",
    ${more}
  ))],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
  ],
);
`;

const CONFIG = workerConfig(`
    durableObjectNamespaces = [
      (className = "Sessions", uniqueKey = "sessions"),
    ],
    durableObjectStorage = (inMemory = void),
    bindings = [(name = "SESSIONS", durableObjectNamespace = "Sessions")],
`);

/**
 * Warning that Deno prints when a program listens to the abort signal of a
 * request. The tests remove it from the output.
 */
const DENO_NOTE = /^Deno\.serve: request\.signal aborts .*\n/;

export interface Platform {
  readonly command: readonly string[];
  port(line: string): string;
}

/**
 * Platforms by name. Each platform has a command, and a function that reads the
 * port from the command's output.
 */
export const PLATFORMS: { readonly [name: string]: Platform } = {
  deno: {
    command: ["deno", "run", "--allow-net", "deno.ts"],
    port: (line) => line.trim(),
  },
  bun: { command: ["bun", "run", "bun.ts"], port: (line) => line.trim() },
  workerd: {
    command: ["workerd", "serve", "config.capnp", "--control-fd=1"],
    port: (line) => String((JSON.parse(line) as { port: number }).port),
  },
};

/**
 * Writes the server programs of all platforms, and generates code for the given
 * revisions.
 */
export async function prepare(revisions: readonly string[]): Promise<void> {
  await generate({
    revisions: [...revisions],
    out: join(folder, "bindings"),
    importExt: "ts",
  });
  writeTree(folder, {
    "server.ts": SERVER,
    "deno.ts": DENO,
    "bun.ts": BUN,
    "worker.ts": WORKER,
    "config.capnp": CONFIG,
  });
  await build({
    entryPoints: [join(folder, "worker.ts")],
    bundle: true,
    format: "esm",
    platform: "neutral",
    outfile: join(folder, "worker.mjs"),
    logLevel: "error",
  });
}

/**
 * Starts a server, calls `use` with its URL, and stops the server. Returns the
 * stderr output of the server.
 */
export async function withServer(
  { command, port }: Platform,
  use: (url: string) => Promise<void>,
  cwd = folder,
): Promise<string> {
  const [program = "", ...args] = command;
  const file =
    program === "node" ? process.execPath : join(MODULES, ".bin", program);
  const child = spawn(file, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DENO_DIR: join(folder, ".deno"), PORT: "0" },
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const exit = once(child, "exit");
  try {
    const at = async (): Promise<string> => {
      let said = "";
      do said += String((await once(child.stdout, "data"))[0]);
      while (port(said) === "");
      return port(said);
    };
    const found = await Promise.race([
      at(),
      exit.then(() =>
        Promise.reject(new Error(`The server exited: ${errors}`)),
      ),
    ]);
    await use(`http://127.0.0.1:${found}/mcp`);
  } finally {
    child.kill("SIGKILL");
    await exit;
  }
  return errors.replace(DENO_NOTE, "");
}
