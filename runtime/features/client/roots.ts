import {
  Changes,
  markChanges,
  withControls,
} from "../../protocol/handlers/changes.js";
import { attempt } from "../../json-rpc/promises.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/**
 * Folder or file that the client exposes to servers (a root in MCP). `uri` is a
 * `file:` URL.
 */
export interface RootSpec {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly [key: string]: unknown;
}

/**
 * Source of roots that change while the client runs. Pass a provider to `roots`
 * instead of an array.
 */
export interface RootsProvider<R = RootSpec> {
  /**
   * Returns the current roots. Called for each `roots/list` request of a
   * server.
   */
  readonly list: () =>
    readonly (string | R)[] | Promise<readonly (string | R)[]>;
  /**
   * Starts watching the roots, and returns a function that stops watching. The
   * implementation calls `changed` whenever `list` would return different
   * roots. The roots are watched only while a client with these handlers is
   * connected.
   */
  readonly watch?: (changed: () => void) => (() => void) | void;
}

/** Options of `roots`. */
export interface RootsSettings<R = RootSpec, C = Call> {
  /**
   * Decides for each `roots/list` request whether the server may see a root.
   * Check here that the user consents and that the folder still exists.
   *
   * @default every root is visible
   */
  readonly allow?:
    ((root: R, ctx: C) => boolean | Promise<boolean>) | undefined;
}

/**
 * Returns the handler of `roots/list`, and a function `set` that replaces the
 * roots while the client runs.
 *
 * @throws TypeError if a root is not a valid `file:` URL or is listed twice.
 */
export function rootHandlers(
  given: readonly (string | RootSpec)[] | RootsProvider,
  { allow }: RootsSettings = {},
): {
  "roots/list": (params: unknown, ctx: Call) => Promise<{ roots: RootSpec[] }>;
} & {
  /** Replaces the roots and notifies all connected servers. */
  readonly set: (roots: readonly (string | RootSpec)[]) => void;
} {
  let fixed = isList(given) ? readRoots(given) : undefined;
  const provider = isList(given) ? undefined : given;
  const changes = new WatchedChanges(provider?.watch);
  const list = async (_params: unknown, ctx: Call) => {
    const all = fixed ?? readRoots((await provider?.list()) ?? []);
    if (allow === undefined) return { roots: all };
    const allowed = await Promise.all(all.map((root) => allow(root, ctx)));
    return { roots: all.filter((_, index) => allowed[index] === true) };
  };
  return withControls(
    { "roots/list": markChanges(list, changes) },
    {
      set: (roots: readonly (string | RootSpec)[]): void => {
        fixed = readRoots(roots);
        changes.emit();
      },
    },
  );
}

/**
 * Source of notifications about changed roots. The provider of the roots is
 * watched only while there is at least one listener.
 */
class WatchedChanges extends Changes {
  readonly #watch: RootsProvider["watch"];
  #listening = 0;
  #stop: (() => void) | undefined;

  constructor(watch: RootsProvider["watch"]) {
    super("notifications/roots/list_changed", "roots.listChanged");
    this.#watch = watch;
  }

  override listen(listener: (params?: Params) => void): () => void {
    const forget = super.listen(listener);
    if (this.#listening++ === 0) {
      this.#stop = this.#watch?.(() => this.emit()) ?? undefined;
    }
    return () => {
      forget();
      if (--this.#listening > 0) return;
      attempt(() => this.#stop?.());
      this.#stop = undefined;
    };
  }
}

function isList(
  given: readonly (string | RootSpec)[] | RootsProvider,
): given is readonly (string | RootSpec)[] {
  return Array.isArray(given);
}

function readRoots(given: readonly (string | RootSpec)[]): RootSpec[] {
  const roots = given.map((root) =>
    typeof root === "string" ? { uri: root } : root,
  );
  const seen = new Set<string>();
  for (const { uri } of roots) {
    const problem = seen.has(uri) ? "is listed twice" : findRootProblem(uri);
    if (problem) throw new TypeError(`The root ${uri} ${problem}`);
    seen.add(uri);
  }
  return roots;
}

/**
 * Returns the reason why a URI cannot be a root, or `undefined` if the URI is
 * valid.
 */
function findRootProblem(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !/^file:\/\//i.test(uri)) {
    return "is not a file:// URI";
  }
  if (/[?#]/.test(uri)) return "has a query or a fragment";
  let path: string;
  try {
    path = decodeURIComponent(new URL(uri).pathname);
    // The text of the URI is checked instead of the parsed URL, because `new
    // URL` resolves `..` silently.
    if (decodeURIComponent(uri).split(/[/\\]/).includes("..")) {
      return 'contains ".."';
    }
  } catch {
    return "is not a valid URI";
  }
  if (/%2f|%5c/i.test(uri)) return "has an escaped separator";
  return path.includes("\0") ? "has a null character" : undefined;
}
