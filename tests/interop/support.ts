/** Generated code that runs, and programs that are made of it. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { generate } from "../../generator/generate.js";
import { ROOT } from "../support/cli.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";

const folders = new Map<string, Promise<string>>();

/** Folder with the JavaScript of everything generated for a revision. */
export function generated(revision: string): Promise<string> {
  let folder = folders.get(revision);
  if (!folder) {
    folder = build(revision);
    folders.set(revision, folder);
  }
  return folder;
}

async function build(revision: string): Promise<string> {
  const out = temporaryFolder();
  await generate({ revisions: revision.split(","), out });
  const scripts: Record<string, string> = { "package.json": MODULES };
  for (const [path, text] of Object.entries(readTree(out))) {
    if (!path.endsWith(".ts")) continue;
    scripts[path.replace(/\.ts$/, ".js")] = await strip(text);
  }
  writeTree(out, scripts);
  symlinkSync(join(ROOT, "node_modules"), join(out, "node_modules"));
  return out;
}

const MODULES = '{ "type": "module" }\n';

async function strip(text: string): Promise<string> {
  return (await transform(text, { loader: "ts", target: "es2022" })).code;
}

/** A generated module, such as `client`. */
export async function load<T>(revision: string, module: string): Promise<T> {
  const file = join(await generated(revision), `${module}.js`);
  return (await import(pathToFileURL(file).href)) as T;
}

let programs = 0;

/** A program beside the generated code; `source` imports `./server.js`. */
export async function program(
  revision: string,
  source: string,
): Promise<string> {
  const folder = await generated(revision);
  const file = join(folder, `program-${++programs}.js`);
  writeFileSync(file, await strip(source));
  return file;
}

/** An example of the repository as a program for that revision. */
export async function example(revision: string, name: string): Promise<string> {
  const source = readFileSync(join(ROOT, "examples", name), "utf8");
  return program(
    revision,
    source.replace(/\.\.\/out\/(?:[^/]+\/)?(\w+)\.js/g, "./$1.js"),
  );
}

/** What the tests use of a generated `validators.ts`. */
interface Validators {
  decodeClientMessage: Decode;
  decodeServerMessage: Decode;
}

type Decode = (
  value: unknown,
  options: { methodOf: (id: unknown) => string | undefined },
) => { ok: boolean; issues?: readonly { message: string }[] };

/** Holds what one side sends against its revision, message by message. */
export class WireCheck {
  readonly problems: string[] = [];
  count = 0;
  readonly #validators: Validators;
  readonly #side: "client" | "server";
  readonly #methods = new Map<unknown, string>();

  private constructor(validators: Validators, side: "client" | "server") {
    this.#validators = validators;
    this.#side = side;
  }

  static async of(
    revision: string,
    side: "client" | "server",
  ): Promise<WireCheck> {
    return new WireCheck(await load(revision, "validators"), side);
  }

  /** The other side asked for something; its answer is checked by that. */
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
