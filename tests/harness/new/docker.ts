/**
 * Runs the instructions of a Dockerfile without Docker. A folder replaces the
 * file system of each build stage.
 */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { temporaryFolder } from "../program/folders.js";
import type { Shell } from "./shell.js";

/**
 * Result of a Dockerfile: the working folder, the environment variables and the
 * commands of the image.
 */
export interface Image {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[] | undefined;
}

/**
 * Runs the instructions of a project's Dockerfile. Returns the folder, the
 * environment variables and the commands of the last build stage.
 */
export async function buildImage(shell: Shell): Promise<Image> {
  const text = readFileSync(join(shell.folder, "Dockerfile"), "utf8");
  const ignored = readFileSync(join(shell.folder, ".dockerignore"), "utf8");
  const skips = ignored
    .trim()
    .split("\n")
    .map((line) => line.replace(/\/$/, ""));
  const roots = new Map<string, string>();
  const image = {
    folder: "",
    env: {} as Record<string, string>,
    entrypoint: [] as string[],
    healthcheck: undefined as string[] | undefined,
  };
  let root = "";
  const lines = text.replace(/\\\n/g, " ").split("\n");
  for (const line of lines) {
    const [, word = "", rest = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (word === "FROM") {
      root = temporaryFolder();
      roots.set(/ AS (\S+)$/.exec(rest)?.[1] ?? "", root);
      Object.assign(image, { env: {}, entrypoint: [], healthcheck: undefined });
    } else if (word === "WORKDIR") {
      image.folder = join(root, rest);
      mkdirSync(image.folder, { recursive: true });
    } else if (word === "COPY") {
      const [, stage, names = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? [];
      const words = names.split(" ");
      const to = words.pop() ?? "";
      const from = stage ? (roots.get(stage) ?? "") : shell.folder;
      for (const name of words) {
        const target = join(image.folder, to);
        if (name === ".")
          cpSync(from, target, {
            recursive: true,
            filter: (path) => !skips.includes(relative(from, path)),
          });
        else await shell.run(copyCommand(join(from, name), target));
      }
    } else if (word === "RUN") {
      await shell.run(rest, { cwd: image.folder });
    } else if (word === "ENV") {
      for (const pair of rest.split(" ")) {
        const [name = "", value = ""] = pair.split("=");
        image.env[name] = value;
      }
    } else if (word === "ENTRYPOINT") {
      image.entrypoint = JSON.parse(rest) as string[];
    } else if (word === "HEALTHCHECK") {
      image.healthcheck = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
    } else if (word !== "" && !["USER", "EXPOSE"].includes(word)) {
      throw new Error(`unknown instruction: ${line}`);
    }
  }
  return image;
}

/**
 * Returns a shell command that copies the contents of a folder, or the files
 * that match a pattern, as COPY in a Dockerfile does.
 */
function copyCommand(from: string, to: string): string {
  return `if [ -d ${from} ]; then mkdir -p ${to}; cp -r ${from}/. ${to}; else cp ${from} ${to}; fi`;
}
