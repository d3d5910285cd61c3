/** Projects that `new --from` makes of servers, compiled by one run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { run, runNode } from "../harness/new/project.js";
import type { Run } from "../harness/program/cli.js";
import { compile } from "../harness/program/compiler.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { commandOf, type Server } from "./servers.js";

interface Project {
  readonly folder: string;
  readonly built: string;
}

/** The project of each server, once its own tests have passed. */
export type Projects = (server: Server) => Promise<Project>;

const nameOf = ({ name }: Server): string => name.replace(/\W/g, "-");

/** Makes a project of each of the servers; what is wrong with one fails it alone. */
export async function projectsOf(
  kind: "server" | "client",
  servers: readonly Server[],
): Promise<Projects> {
  const home = temporaryFolder();
  const runs = new Map<string, Run>();
  const queue = [...servers];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      runs.set(nameOf(next), await make(kind, next, join(home, nameOf(next))));
  };
  await Promise.all([work(), work(), work()]);
  const [first] = [...runs].find(([, { code }]) => code === 0) ?? [];
  const problems = first === undefined ? [] : await compileAll(home, first);
  return async (server) => {
    const name = nameOf(server);
    const made = runs.get(name);
    assert.is(made?.code, 0, made?.stderr);
    // What is about no file is about all of them.
    const ofIts = new RegExp(`^(${name}/|error )`);
    assert.equal(
      problems.filter((line) => ofIts.test(line)),
      [],
    );
    const built = join(home, "dist", name);
    // That of the generated files wants the folders of a project by itself.
    const own = join("test", `${kind}.test.js`);
    const { code, stdout } = await runNode(["--test", own], built);
    assert.is(code, 0, stdout);
    return { folder: join(home, name), built };
  };
}

function make(kind: string, server: Server, folder: string): Promise<Run> {
  const { command, args, env } = commandOf(server);
  const from = [command, ...args].map((word) => `'${word}'`).join(" ");
  const given = Object.entries(env).map((pair) => pair.join("="));
  const more = given.flatMap((pair) => ["--env", pair]);
  return run("new", kind, folder, "--from", from, ...more);
}

/** Compiles all projects below a folder by the options of one; answers lines. */
async function compileAll(home: string, first: string): Promise<string[]> {
  const config = {
    extends: `./${first}/tsconfig.json`,
    compilerOptions: { rootDir: ".", outDir: "dist", incremental: false },
    include: ["*/src", "*/test"],
  };
  writeFileSync(join(home, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  return (await compile(home)).split("\n");
}
