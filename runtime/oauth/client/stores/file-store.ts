/**
 * Token store in files of the current user, shared by the processes of one
 * machine.
 */
import { getProcess, type ProcessLike } from "../../../transport/streams.js";
import { randomBase64Url, sha256 } from "../../base64url.js";
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

/** Bit of a file mode that allows all users to write. */
const OTHERS_WRITE = 0o002;

/**
 * Creates a store that keeps tokens in files of a folder. Only the owner can
 * read the files (mode 0600). Several processes may use the folder at the same
 * time. Each change creates a numbered file with an atomic link; of two
 * concurrent changes, one fails and is retried. The store uses no locks, so a
 * killed process leaves nothing to repair. Requires Node 20.16, Deno 2.1 or Bun
 * 1.2.
 *
 * @param folder Path of the folder. The first change creates the folder with
 *   mode 0700.
 * @throws Error when the platform has no `node:fs`. Reading and writing throw
 *   if the folder belongs to another user, or all users may write to it.
 */
export function fileStore(folder: string): OAuthStore {
  const process: ProcessLike & { getuid?(): number } =
    getProcess("fileStore()");
  const files = process.getBuiltinModule?.("node:fs") as StoreFiles | undefined;
  if (!files) throw new Error("fileStore() needs Node 20.16 or later");
  const path = (name: string, number: number): string =>
    `${folder}/${name}.${number}`;
  /**
   * Checks the owner and mode of the folder. A different user who can write to
   * the folder could add forged tokens or symbolic links.
   */
  const checkFolder = (): void => {
    const { uid, mode } = files.statSync(folder);
    const userId = process.getuid?.();
    const isOwn = userId === undefined || userId === 0 || userId === uid;
    const isOpen = userId !== undefined && (mode & OTHERS_WRITE) !== 0;
    if (!isOwn || isOpen)
      throw new Error(
        `${folder} belongs to another user, or all users may write to it. Choose a folder of the current user`,
      );
  };
  const numbers = (name: string): number[] => {
    try {
      checkFolder();
      return (
        files
          .readdirSync(folder)
          .filter((file) => file.startsWith(`${name}.`))
          .map((file) => Number(file.slice(name.length + 1)))
          // Ignore files without a number, such as backup copies.
          .filter((number) => number > 0)
      );
    } catch (error) {
      // The folder is created by the first change, so it may not exist yet.
      if (getErrorCode(error) === "ENOENT") return [];
      throw error;
    }
  };
  const latest = (name: string): number => Math.max(0, ...numbers(name));
  /**
   * Returns the current value of a key with the number of its file. An empty
   * file means that the value was deleted.
   */
  const read = (name: string): [value: string | undefined, number: number] => {
    for (;;) {
      const number = latest(name);
      if (number === 0) return [undefined, 0];
      try {
        const text = files.readFileSync(path(name, number), "utf8");
        return [text === "" ? undefined : text, number];
      } catch (error) {
        // Another process replaced the file after the folder was listed. List
        // the folder again.
        if (getErrorCode(error) !== "ENOENT") throw error;
      }
    }
  };
  return {
    get: async (key) => read(await sha256(key))[0],
    async swap(key, expected, next) {
      const name = await sha256(key);
      const [value, number] = read(name);
      if (value !== expected) return false;
      const target = path(name, number + 1);
      files.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = `${folder}/draft-${randomBase64Url(12)}`;
      files.writeFileSync(draft, next ?? "", { mode: 0o600, flag: "wx" });
      try {
        files.linkSync(draft, target);
      } catch (error) {
        if (getErrorCode(error) === "EEXIST") return false;
        throw error;
      } finally {
        files.rmSync(draft, { force: true });
      }
      // If other processes have meanwhile replaced and removed the file with
      // this number, this change is outdated and must be undone.
      const isLate = latest(name) !== number + 1;
      for (const old of numbers(name))
        if (isLate ? old === number + 1 : old <= number)
          files.rmSync(path(name, old), { force: true });
      return !isLate;
    },
  };
}

function getErrorCode(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
