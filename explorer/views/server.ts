/** View of everything that an MCP server offers. */
import { isObject } from "../../runtime/validation/guards.js";
import { breakable, h, replace, type Child } from "../base/dom.js";
import { toHash, type Route } from "../base/route.js";
import { toText } from "../judge/request.js";
import { SERVER } from "../protocol/revision.js";
import { showSkill } from "../protocol/skills.js";
import { changeItem, entryView, type List } from "./server-entry.js";
import { counted, section, type View } from "./view.js";

/**
 * Maximum number of entries to show. The user finds the other entries with the
 * filter and the search.
 */
const MAX_SHOWN = 200;
const MAX_LINKS = 100;

const listing = SERVER?.listing;

const LISTS: readonly List[] = [
  {
    kind: "tools",
    title: "Tools",
    what: "tool",
    entries: listing?.tools ?? [],
    key: "name",
  },
  {
    kind: "prompts",
    title: "Prompts",
    what: "prompt",
    entries: listing?.prompts ?? [],
    key: "name",
  },
  {
    kind: "resources",
    title: "Resources",
    what: "resource",
    entries: listing?.resources ?? [],
    key: "uri",
  },
  {
    kind: "templates",
    title: "Resource templates",
    what: "resource template",
    entries: listing?.resourceTemplates ?? [],
    key: "uriTemplate",
  },
  {
    kind: "skills",
    title: "Skills",
    what: "skill",
    entries: (listing?.skills ?? []).map(showSkill),
    key: "uri",
  },
];

export function serverView(kind: string, name: string): View | null {
  if (!SERVER) return null;
  if (kind === "") return whole();
  const list = LISTS.find((list) => list.kind === kind);
  const entry = list?.entries.find((entry) => entry[list.key] === name);
  return list && entry ? entryView(list, entry, name) : null;
}

/**
 * Returns the navigation links of a server: a link to the overview, and links
 * to at most `MAX_LINKS` entries of each list.
 */
export function serverLinks(): Child {
  return [
    h("ul", { class: "top-links" }, link({ view: "home" }, "Overview")),
    LISTS.map(
      ({ kind, title, entries, key }) =>
        entries.length > 0 &&
        h(
          "details",
          { open: true },
          h("summary", {}, `${title} (${entries.length.toLocaleString("en")})`),
          h(
            "ul",
            {},
            entries.slice(0, MAX_LINKS).map((entry) => {
              const name = String(entry[key]);
              return link({ view: "server", kind, name }, name);
            }),
            entries.length > MAX_LINKS && link({ view: "home" }, "Show all"),
          ),
        ),
    ),
  ];
}

function link(route: Route, text: string): Child {
  return h("li", {}, h("a", { href: toHash(route) }, breakable(text)));
}

function whole(): View {
  const route: Route = { view: "home" };
  return {
    title: SERVER?.name ?? "",
    content: [
      about(),
      h(
        "p",
        { class: "lead" },
        LISTS.filter(({ entries }) => entries.length > 0)
          .map(({ what, entries }) => counted(entries.length, what))
          .join(", ") || "The server lists no tools, prompts or resources.",
      ),
      leftOut(),
      changes(),
      LISTS.map(
        (list) =>
          list.entries.length > 0 &&
          section(list.title, list.kind, route, renderList(list)),
      ),
    ],
  };
}

/**
 * Renders the name, version, capabilities and instructions that the server
 * reports. The server is not trusted, so its texts are shown as plain text.
 */
function about(): Child {
  const peer = SERVER?.peer;
  if (!peer) return null;
  const { info, version, capabilities, instructions } = peer;
  const row = (title: string, ...content: readonly Child[]): Child => [
    h("dt", {}, title),
    h("dd", { dir: "auto" }, content),
  ];
  const names = Object.entries(capabilities).map(([name, value]) => {
    const parts = isObject(value) ? Object.keys(value) : [];
    return parts.length > 0 ? `${name} (${parts.join(", ")})` : name;
  });
  return h(
    "dl",
    { class: "facts" },
    row("Name", toText(info?.name) || "Not given"),
    row("Version", toText(info?.version) || "Not given"),
    row("Revision", toText(version)),
    row("Capabilities", names.join(", ") || "None"),
    row(
      "Instructions",
      h("span", { class: "instructions" }, toText(instructions) || "None"),
    ),
  );
}

function leftOut(): Child {
  const names = listing?.leftOut ?? [];
  return (
    names.length > 0 &&
    h(
      "p",
      { class: "deprecated" },
      `Not shown because they are invalid: ${names.join(", ")}.`,
    )
  );
}

/**
 * Renders the first entries of a list. A list with more than 20 entries has a
 * filter.
 */
function renderList({ kind, what, entries, key }: List): Child {
  const items = h("ul", { class: "entries" });
  const status = h("p", { class: "quiet", role: "status" });
  const filter = h("input", {
    type: "search",
    class: "filter",
    "aria-label": `Filter ${what}s`,
    placeholder: `Filter ${what}s`,
    oninput: () => show(),
  });
  const show = (): void => {
    const words = filter.value.toLowerCase();
    const found = entries.filter((entry) =>
      `${String(entry[key])} ${toText(entry["description"])}`
        .toLowerCase()
        .includes(words),
    );
    replace(
      items,
      found.slice(0, MAX_SHOWN).map((entry) => {
        const name = String(entry[key]);
        return h(
          "li",
          {},
          h(
            "a",
            { href: toHash({ view: "server", kind, name }) },
            h("code", { dir: "ltr" }, name),
          ),
          h(
            "p",
            { class: "quiet", dir: "auto" },
            firstLine(toText(entry["description"])),
          ),
        );
      }),
    );
    const left = found.length - MAX_SHOWN;
    status.textContent =
      left > 0
        ? `${counted(left, `more ${what}`)}. Use the filter to find them.`
        : "";
  };
  show();
  return [entries.length > 20 && filter, items, status];
}

function changes(): Child {
  const before = SERVER?.before;
  if (!before) return null;
  const broken = before.changes.filter(({ breaks }) => breaks).length;
  return section(
    `Since ${before.name}`,
    "changes",
    { view: "home" },
    h(
      "p",
      {},
      before.changes.length === 0
        ? "Nothing changed."
        : `${counted(before.changes.length, "change")}, of which ${broken} ${broken === 1 ? "breaks" : "break"} existing callers.`,
    ),
    h("ul", { class: "changes" }, before.changes.map(changeItem)),
  );
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
