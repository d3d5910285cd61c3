/** Loads generated code and builds programs on top of it. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { MODULES, ROOT } from "../program/cli.js";
import { readTree, writeTree } from "../program/folders.js";
import { makeOnce, getOutput } from "../run/shared-output.js";
import type { Taps } from "../peers/tap.js";
import type { ClientModule, ServerModule } from "./modules.js";

/**
 * Returns the folder with the JavaScript generated for a revision, or for a
 * revision with extensions such as `all+tasks`.
 */
export async function generated(revision: string): Promise<string> {
  const [name = "", ...extensions] = revision.split("+");
  return compileScripts(
    `${revision}-scripts`,
    await getOutput(name, extensions),
  );
}

/**
 * Loads a generated module of an output folder, whose JavaScript is cached
 * under `name`.
 */
export async function loadGenerated<T>(
  name: string,
  output: string,
  module: string,
): Promise<T> {
  const file = join(await compileScripts(name, output), `${module}.js`);
  return (await import(pathToFileURL(file).href)) as T;
}

function compileScripts(name: string, output: string): Promise<string> {
  return makeOnce(name, async (folder) => {
    const scripts: Record<string, string> = {
      "package.json": '{ "type": "module" }\n',
    };
    for (const [path, text] of Object.entries(readTree(output)))
      if (path.endsWith(".ts"))
        scripts[path.replace(/\.ts$/, ".js")] = await strip(text);
    writeTree(folder, scripts);
    symlinkSync(MODULES, join(folder, "node_modules"));
  });
}

async function strip(text: string): Promise<string> {
  return (await transform(text, { loader: "ts", target: "es2022" })).code;
}

/** Loads a generated module. */
export function load(rev: string, module: "client"): Promise<ClientModule>;
export function load(rev: string, module: "server"): Promise<ServerModule>;
export function load<T>(revision: string, module: string): Promise<T>;
export async function load<T>(revision: string, module: string): Promise<T> {
  const file = join(await generated(revision), `${module}.js`);
  return (await import(pathToFileURL(file).href)) as T;
}

let programs = 0;

/**
 * Writes a program next to the generated code and returns its path; `source`
 * imports `./server.js`.
 */
export async function program(
  revision: string,
  source: string,
): Promise<string> {
  const folder = await generated(revision);
  const file = join(folder, `program-${process.pid}-${++programs}.js`);
  writeFileSync(file, await strip(source));
  return file;
}

/**
 * Writes an example of the repository as a program for a revision, and returns
 * its path.
 */
export async function example(revision: string, name: string): Promise<string> {
  const source = readFileSync(join(ROOT, "examples", name), "utf8");
  return program(
    revision,
    source.replace(/\.\.\/out\/(?:[^/]+\/)?(\w+)\.js/g, "./$1.js"),
  );
}

/** Exports of a generated `validators.ts` that the tests use. */
export interface Validators {
  decodeClientMessage: Decode;
  decodeServerMessage: Decode;
}

type Decode = (
  value: unknown,
  options: { methodOf: (id: unknown) => string | undefined },
) => { ok: boolean; issues?: readonly { message: string }[] };

/**
 * Validates the messages that a client or a server sends against the revision.
 */
export class WireCheck {
  readonly problems: string[] = [];
  count = 0;
  readonly #validators: Validators;
  readonly #side: "client" | "server";
  readonly #methods = new Map<unknown, string>();

  constructor(validators: Validators, side: "client" | "server") {
    this.#validators = validators;
    this.#side = side;
  }

  static async of(
    revision: string,
    side: "client" | "server",
  ): Promise<WireCheck> {
    return new WireCheck(await load(revision, "validators"), side);
  }

  /** Taps that validate all messages that this side sends over a transport. */
  get taps(): Taps {
    return {
      sent: (message) => this.check(message),
      received: (message) => this.asked(message),
    };
  }

  /**
   * Records a request that the validated side receives, so that its result is
   * validated by the method.
   */
  asked(message: object): void {
    const { id, method } = message as { id?: unknown; method?: string };
    if (id !== undefined && method !== undefined) this.#methods.set(id, method);
  }

  check(message: object): void {
    this.count += 1;
    const { decodeClientMessage, decodeServerMessage } = this.#validators;
    const decode =
      this.#side === "client" ? decodeClientMessage : decodeServerMessage;
    const outcome = decode(message, {
      methodOf: (id) => this.#methods.get(id),
    });
    if (outcome.ok) return;
    const why = outcome.issues?.map((issue) => issue.message).join("; ");
    this.problems.push(`${why}: ${JSON.stringify(message)}`);
  }
}
