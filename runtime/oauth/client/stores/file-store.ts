/** A store that only its owner reads, for the processes of a machine. */
import { processOf, type ProcessLike } from "../../../transport/streams.js";
import { randomText, sha256 } from "../../base64url.js";
import type { OAuthStore } from "./store.js";

interface StoreFiles {
  statSync(path: string): { readonly uid: number; readonly mode: number };
  mkdirSync(path: string, options: object): unknown;
  readdirSync(path: string): string[];
  readFileSync(path: string, encoding: "utf8"): string;
  writeFileSync(path: string, text: string, options: object): void;
  linkSync(existing: string, path: string): void;
  rmSync(path: string, options: object): void;
}

/** Bit of a mode: anybody may write there. */
const OTHERS_WRITE = 0o002;

/**
 * Keeps tokens in files of a folder, which are made for their owner alone. Each
 * change is a new file, put under its number at once by a link: of two processes
 * that change the same, one finds the number taken. So nothing is locked, and a
 * process that is killed leaves nothing to be mended. Needs Node 20.16, Deno 2.1 or
 * Bun 1.2.
 */
export function fileStore(folder: string): OAuthStore {
  const process: ProcessLike & { getuid?(): number } = processOf("fileStore()");
  const files = process.getBuiltinModule?.("node:fs") as StoreFiles | undefined;
  if (!files) throw new Error("fileStore() needs Node 20.16 or later");
  const path = (name: string, number: number): string =>
    `${folder}/${name}.${number}`;
  /** Who else may write there could put tokens in, or links to other places. */
  const check = (): void => {
    const { uid, mode } = files.statSync(folder);
    const own = process.getuid?.();
    const isOwn = own === undefined || own === 0 || own === uid;
    const isOpen = own !== undefined && (mode & OTHERS_WRITE) !== 0;
    if (!isOwn || isOpen)
      throw new Error(`${folder} is not the folder of its user alone`);
  };
  const numbers = (name: string): number[] => {
    try {
      check();
      return (
        files
          .readdirSync(folder)
          .filter((file) => file.startsWith(`${name}.`))
          .map((file) => Number(file.slice(name.length + 1)))
          // What a backup put beside them is none.
          .filter((number) => number > 0)
      );
    } catch (error) {
      // The folder is made when there is something to keep.
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  };
  const latest = (name: string): number => Math.max(0, ...numbers(name));
  /** The value with its number; a change that is empty says that there is none. */
  const read = (name: string): [value: string | undefined, number: number] => {
    for (;;) {
      const number = latest(name);
      if (number === 0) return [undefined, 0];
      try {
        const text = files.readFileSync(path(name, number), "utf8");
        return [text === "" ? undefined : text, number];
      } catch (error) {
        // It was replaced between the two calls.
        if (codeOf(error) !== "ENOENT") throw error;
      }
    }
  };
  return {
    get: async (key) => read(await sha256(key))[0],
    async swap(key, expected, next) {
      const name = await sha256(key);
      const [value, number] = read(name);
      if (value !== expected) return false;
      const made = path(name, number + 1);
      files.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = `${folder}/draft-${randomText(12)}`;
      files.writeFileSync(draft, next ?? "", { mode: 0o600, flag: "wx" });
      try {
        files.linkSync(draft, made);
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      } finally {
        files.rmSync(draft, { force: true });
      }
      // The number was free because its file was replaced and removed meanwhile.
      const isLate = latest(name) !== number + 1;
      for (const old of numbers(name))
        if (isLate ? old === number + 1 : old <= number)
          files.rmSync(path(name, old), { force: true });
      return !isLate;
    },
  };
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
