/** Loads generated code and writes test programs that import it. */
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
 * Returns the folder with the generated code of a revision, compiled to
 * JavaScript. `revision` may include extensions, as in `all+tasks`.
 */
export async function generated(revision: string): Promise<string> {
  const [name = "", ...extensions] = revision.split("+");
  return compileScripts(
    `${revision}-scripts`,
    await getOutput(name, extensions),
  );
}

/**
 * Loads a generated module from an output folder. The compiled JavaScript of
 * the folder is cached under `name`.
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

/** Loads a generated module of a revision. */
export function load(rev: string, module: "client"): Promise<ClientModule>;
export function load(rev: string, module: "server"): Promise<ServerModule>;
export function load<T>(revision: string, module: string): Promise<T>;
export async function load<T>(revision: string, module: string): Promise<T> {
  const file = join(await generated(revision), `${module}.js`);
  return (await import(pathToFileURL(file).href)) as T;
}

let programs = 0;

/**
 * Writes a program next to the generated code, so that `source` can import
 * `./server.js`. Returns the path of the program.
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
 * Writes an example of this repository as a program that imports the generated
 * code of a revision. Returns the path of the program.
 */
export async function example(revision: string, name: string): Promise<string> {
  const source = readFileSync(join(ROOT, "examples", name), "utf8");
  return program(
    revision,
    source.replace(/\.\.\/out\/(?:[^/]+\/)?(\w+)\.js/g, "./$1.js"),
  );
}

/** Exports of a generated module `validators.ts` that the tests use. */
export interface Validators {
  decodeClientMessage: Decode;
  decodeServerMessage: Decode;
}

type Decode = (
  value: unknown,
  options: { methodOf: (id: unknown) => string | undefined },
) => { ok: boolean; issues?: readonly { message: string }[] };

/**
 * Validates the messages of one side, client or server, against the schema of a
 * revision.
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

  /**
   * Taps (message observers) that validate all messages that the checked side
   * sends over a transport.
   */
  get taps(): Taps {
    return {
      sent: (message) => this.check(message),
      received: (message) => this.asked(message),
    };
  }

  /**
   * Records the method of a request that the checked side receives. The method
   * selects the type against which the later result is validated.
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
