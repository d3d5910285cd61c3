/** Entry point: reads the page's data and shows the view that the URL names. */
import { byId, h, replace } from "./base/dom.js";
import { parseHash, type Route } from "./base/route.js";
import {
  findDeclaration,
  NEWEST,
  findRevision,
  SERVER,
  type Revision,
} from "./protocol/revision.js";
import { checkView } from "./views/check.js";
import { conversationView } from "./views/conversation.js";
import { diffView } from "./views/diff.js";
import { homeView } from "./views/home.js";
import { methodView } from "./views/method.js";
import { revisionView } from "./views/revision.js";
import { serverView } from "./views/server.js";
import { createShell } from "./views/shell.js";
import { typeView } from "./views/type.js";
import { inRevisions, type View } from "./views/view.js";

/** Title of the window. */
const TITLE = document.title;

const shell = createShell();
replace(byId("app"), shell.element);

/**
 * Revision that the user viewed last. The links in the list of pages lead to
 * views of this revision.
 */
let current: Revision | undefined = NEWEST;

function createView(route: Route): View {
  const own = "revision" in route ? findRevision(route.revision) : undefined;
  current = own ?? current;
  const made = own ? createRevisionView(route, own) : createGlobalView(route);
  return made ?? createNotFoundView(route);
}

function createRevisionView(route: Route, revision: Revision): View | null {
  switch (route.view) {
    case "methods":
      return methodView(revision, route.name);
    case "types":
      return typeView(revision, route.name);
    case "check":
      return checkView(revision);
    case "conversation":
      return conversationView(revision);
    default:
      return revisionView(revision);
  }
}

function createGlobalView(route: Route): View | null {
  if (route.view === "home") return SERVER ? serverView("", "") : homeView();
  if (route.view === "diff") return diffView(route.from, route.to);
  return route.view === "server" ? serverView(route.kind, route.name) : null;
}

/**
 * Returns the "Not found" view for a type or method that a revision does not
 * have. The view links to the revisions that have it.
 */
function createNotFoundView(route: Route): View {
  const { view } = route;
  const name =
    "name" in route ? route.name : "revision" in route ? route.revision : "";
  const has = (revision: Revision): boolean =>
    view === "methods"
      ? revision.methods.some(({ method }) => method === name)
      : view === "types" && findDeclaration(revision, name) !== undefined;
  const where = "revision" in route ? route.revision : "This page";
  return {
    title: "Not found",
    content: [
      h(
        "p",
        {},
        where,
        " has no method or type named ",
        h("code", {}, name),
        ".",
      ),
      (view === "methods" || view === "types") &&
        inRevisions(null, has, (revision) => ({ view, revision, name })),
      h("p", {}, h("a", { href: "#/" }, "Go to the start page")),
    ],
  };
}

function show(isFirst: boolean): void {
  const route = parseHash(location.hash);
  const view = createView(route);
  document.title = view.title === TITLE ? TITLE : `${view.title} · ${TITLE}`;
  shell.show(view, route, current, isFirst);
}

window.addEventListener("hashchange", () => show(false));
show(true);
