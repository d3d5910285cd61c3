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
  readdirSync(
    path: string,
    options: { readonly withFileTypes: true },
  ): readonly { readonly name: string; isFile(): boolean }[];
  readFileSync(path: string, encoding: "utf8"): string;
  writeFileSync(path: string, text: string, options: object): void;
  linkSync(existing: string, path: string): void;
  rmSync(path: string, options: object): void;
}

/** Bits of a file mode that allow the group and all other users to write. */
const OTHERS_WRITE = 0o022;

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
 *   if the folder belongs to another user, or other users may write to it.
 */
export function fileStore(folder: string): OAuthStore {
  const process: ProcessLike & { getuid?(): number } =
    getProcess("fileStore()");
  const files = process.getBuiltinModule?.("node:fs") as StoreFiles | undefined;
  if (!files) throw new Error("fileStore() needs Node 20.16 or later");
  const path = (name: string, number: bigint): string =>
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
        `${folder} belongs to another user, or other users may write to it. Choose a folder of the current user with mode 0700`,
      );
  };
  /**
   * Returns the numbers in the names of a key's files. `values` contains the
   * numbers of regular files. `used` also contains the numbers of links and
   * folders, because a new file cannot have their names.
   */
  const list = (name: string): { values: bigint[]; used: bigint[] } => {
    const values: bigint[] = [];
    const used: bigint[] = [];
    try {
      checkFolder();
    } catch (error) {
      // The folder is created by the first change, so it may not exist yet.
      if (getErrorCode(error) !== "ENOENT") throw error;
      return { values, used };
    }
    for (const file of files.readdirSync(folder, { withFileTypes: true })) {
      if (!file.name.startsWith(`${name}.`)) continue;
      const suffix = file.name.slice(name.length + 1);
      // Ignore names that this store does not write, such as backup copies.
      if (!/^[1-9]\d*$/.test(suffix)) continue;
      used.push(BigInt(suffix));
      // Do not follow links: a link to a missing file cannot be read.
      if (file.isFile()) values.push(BigInt(suffix));
    }
    return { values, used };
  };
  /**
   * Returns the current value of a key, and the highest number in the names of
   * its files. An empty file means that the value was deleted.
   */
  const read = (name: string): [value: string | undefined, last: bigint] => {
    for (;;) {
      const { values, used } = list(name);
      const last = highest(used);
      if (values.length === 0) return [undefined, last];
      try {
        const file = path(name, highest(values));
        const text = files.readFileSync(file, "utf8");
        return [text === "" ? undefined : text, last];
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
      const [value, last] = read(name);
      if (value !== expected) return false;
      const number = last + 1n;
      const target = path(name, number);
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
      // If a file with a higher number exists, another process has made a later
      // change. The number of this change may have been used before, by a file
      // that the other process removed. Undo this change, because it is
      // outdated.
      const { values, used } = list(name);
      const isLate = highest(used) !== number;
      for (const old of values)
        if (isLate ? old === number : old < number)
          files.rmSync(path(name, old), { force: true });
      return !isLate;
    },
  };
}

/** Returns the highest of the numbers, or zero if there is no number. */
function highest(numbers: readonly bigint[]): bigint {
  return numbers.reduce((high, number) => (number > high ? number : high), 0n);
}

function getErrorCode(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
