/**
 * Creates projects from servers with `new --from`, and compiles all projects
 * together.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { run, runNode } from "../harness/new/project.js";
import type { Run } from "../harness/program/cli.js";
import { compile } from "../harness/program/compiler.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { getCommand, type Server } from "./servers.js";

interface Project {
  readonly folder: string;
  readonly built: string;
}

/**
 * Function that returns the project of a server after the tests of the project
 * have passed.
 */
export type Projects = (server: Server) => Promise<Project>;

const getProjectName = ({ name }: Server): string => name.replace(/\W/g, "-");

/**
 * Creates a project for each server. An error in one project fails only the
 * test of that project.
 */
export async function createProjects(
  kind: "server" | "client",
  servers: readonly Server[],
): Promise<Projects> {
  const home = temporaryFolder();
  const runs = new Map<string, Run>();
  const queue = [...servers];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      runs.set(
        getProjectName(next),
        await make(kind, next, join(home, getProjectName(next))),
      );
  };
  await Promise.all([work(), work(), work()]);
  const [first] = [...runs].find(([, { code }]) => code === 0) ?? [];
  const problems = first === undefined ? [] : await compileAll(home, first);
  return async (server) => {
    const name = getProjectName(server);
    const made = runs.get(name);
    assert.is(made?.code, 0, made?.stderr);
    // A compiler error without a file name concerns all projects.
    const ofIts = new RegExp(`^(${name}/|error )`);
    assert.equal(
      problems.filter((line) => ofIts.test(line)),
      [],
    );
    const built = join(home, "dist", name);
    // Run only the project's test of the server or client. Its test of the
    // generated files needs the folder layout of a single project.
    const own = join("test", `${kind}.test.js`);
    const { code, stdout } = await runNode(["--test", own], built);
    assert.is(code, 0, stdout);
    return { folder: join(home, name), built };
  };
}

function make(kind: string, server: Server, folder: string): Promise<Run> {
  const { command, args, env } = getCommand(server);
  const from = [command, ...args].map((word) => `'${word}'`).join(" ");
  const given = Object.entries(env).map((pair) => pair.join("="));
  const more = given.flatMap((pair) => ["--env", pair]);
  return run("new", kind, folder, "--from", from, ...more);
}

/**
 * Compiles all projects below a folder with the compiler options of the first
 * project, and returns the compiler's output lines.
 */
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
