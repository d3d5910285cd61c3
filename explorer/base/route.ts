/**
 * Navigation in the page: the fragment of the URL after `#` identifies a view.
 */

/** View of the page, as identified by the URL. */
type RouteTarget =
  | { readonly view: "home" }
  | {
      readonly view: "revision" | "check" | "conversation";
      readonly revision: string;
    }
  | {
      readonly view: "methods" | "types";
      readonly revision: string;
      readonly name: string;
    }
  | { readonly view: "diff"; readonly from: string; readonly to: string }
  /**
   * View of an MCP server, or of one of its tools, prompts or resources. If the
   * name is empty, the view lists everything that the server offers.
   */
  | { readonly view: "server"; readonly kind: string; readonly name: string };

/** View to show, with an optional section to scroll to. */
export type Route = RouteTarget & { readonly at?: string | undefined };

/** Returns the URL fragment of a route, with `#`. */
export function toHash(route: Route): string {
  const at = route.at ? `?at=${encoded(route.at)}` : "";
  const path = (...parts: readonly string[]) =>
    `#/${parts.map(encoded).join("/")}${at}`;
  switch (route.view) {
    case "home":
      return `#/${at}`;
    case "revision":
      return path(route.revision);
    case "methods":
    case "types":
      return path(route.revision, route.view, route.name);
    case "diff":
      return path("diff", route.from, route.to);
    case "check":
      return path(route.revision, "check");
    case "conversation":
      return path(route.revision, "conversation");
    case "server":
      return route.kind === ""
        ? path("server")
        : path("server", route.kind, route.name);
  }
}

/** Parses a URL fragment. Returns the start view if the fragment is invalid. */
export function parseHash(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const at = query.startsWith("at=") ? decoded(query.slice(3)) : undefined;
  return { ...parsePath(path), at };
}

function parsePath(path: string): RouteTarget {
  const [first = "", second = "", ...rest] = path.split("/").map(decoded);
  const name = rest.join("/");
  if (first === "") return { view: "home" };
  if (first === "server") return { view: "server", kind: second, name };
  if (first === "diff") return { view: "diff", from: second, to: name };
  if (second === "methods" || second === "types")
    return { view: second, revision: first, name };
  if (second === "check" || second === "conversation")
    return { view: second, revision: first };
  return { view: "revision", revision: first };
}

/**
 * Encodes a text for the URL fragment. Keeps slashes and colons, so that method
 * names stay readable in the URL.
 */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%3A", ":");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
