import {
  Changes,
  changing,
  withControls,
} from "../../protocol/handlers/changes.js";
import { attempt } from "../../json-rpc/promises.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/** A folder or a file that servers may work on. */
export interface RootSpec {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly [key: string]: unknown;
}

/** Where roots come from, when they are not a list that is set. */
export interface RootsProvider<R = RootSpec> {
  /** The roots as they are now. */
  readonly list: () =>
    readonly (string | R)[] | Promise<readonly (string | R)[]>;
  /**
   * Calls `changed` each time `list` would return something else; returns a
   * function that ends this. Runs while a client that has the handlers is
   * connected.
   */
  readonly watch?: (changed: () => void) => (() => void) | void;
}

/** Options of `roots`. */
export interface RootsSettings<R = RootSpec, C = Call> {
  /**
   * Whether this server may know of a root now: the user's consent, and whether
   * the folder is there. Default: every one.
   */
  readonly allow?:
    ((root: R, ctx: C) => boolean | Promise<boolean>) | undefined;
}

/** Handler of `roots/list`, with what changes the roots while it runs. */
export function rootHandlers(
  given: readonly (string | RootSpec)[] | RootsProvider,
  { allow }: RootsSettings = {},
): {
  "roots/list": (params: unknown, ctx: Call) => Promise<{ roots: RootSpec[] }>;
} & {
  /** Replaces the roots, and tells the servers. */
  readonly set: (roots: readonly (string | RootSpec)[]) => void;
} {
  let fixed = isList(given) ? checkRoots(given) : undefined;
  const provider = isList(given) ? undefined : given;
  const changes = new WatchedChanges(provider?.watch);
  const list = async (_params: unknown, ctx: Call) => {
    const all = fixed ?? checkRoots((await provider?.list()) ?? []);
    if (allow === undefined) return { roots: all };
    const allowed = await Promise.all(all.map((root) => allow(root, ctx)));
    return { roots: all.filter((_, index) => allowed[index] === true) };
  };
  return withControls(
    { "roots/list": changing(list, changes) },
    {
      set: (roots: readonly (string | RootSpec)[]): void => {
        fixed = checkRoots(roots);
        changes.emit();
      },
    },
  );
}

/** Changes whose source is watched as long as somebody listens. */
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

function checkRoots(given: readonly (string | RootSpec)[]): RootSpec[] {
  const roots = given.map((one) =>
    typeof one === "string" ? { uri: one } : one,
  );
  const seen = new Set<string>();
  for (const { uri } of roots) {
    const problem = seen.has(uri) ? "is there twice" : rootProblem(uri);
    if (problem) throw new TypeError(`The root ${uri} ${problem}`);
    seen.add(uri);
  }
  return roots;
}

/** Why a URI cannot be a root, if it cannot. */
function rootProblem(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !/^file:\/\//i.test(uri)) {
    return "is no file:// URI";
  }
  if (/[?#]/.test(uri)) return "has a query or a fragment";
  let path: string;
  try {
    path = decodeURIComponent(new URL(uri).pathname);
    // `new URL` resolves `..`, so it is looked for in the string.
    if (decodeURIComponent(uri).split(/[/\\]/).includes("..")) {
      return 'leads out of itself by ".."';
    }
  } catch {
    return "is not a valid URI";
  }
  if (/%2f|%5c/i.test(uri)) return "has an escaped separator";
  return path.includes("\0") ? "has a null character" : undefined;
}
