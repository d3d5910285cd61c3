/** What a server offers: each thing with the request that asks for it. */
import { compileSchema } from "../../../templates/runtime/schema/compile.js";
import { isObject } from "../../../templates/runtime/validation/guards.js";
import type { ListingChange } from "../../../generator/explore/page-data.js";
import { h, replace, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { markdown } from "../base/markdown.js";
import { hashOf, type Route } from "../base/route.js";
import { exampleMessage } from "../judge/example.js";
import { objectForm, textForm, type Field } from "../judge/form.js";
import { NEWEST, SERVER } from "../protocol/revision.js";
import { beforeAfter, KINDS } from "./changes.js";
import { chip, counted, folded, section, type View } from "./view.js";

type Json = Readonly<Record<string, unknown>>;

/** A list of what is offered. */
interface List {
  readonly kind: string;
  readonly title: string;
  readonly what: string;
  readonly entries: readonly Json[];
  /** The member that names an entry. */
  readonly key: string;
}

/** More entries are found by the filter, or by search. */
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
];

export function serverView(kind: string, name: string): View | null {
  if (!SERVER) return null;
  if (kind === "") return whole();
  const list = LISTS.find((one) => one.kind === kind);
  const entry = list?.entries.find((one) => one[list.key] === name);
  return list && entry ? entryView(list, entry, name) : null;
}

/** Links to all of it, for the list of pages. */
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
            entries.slice(0, MAX_LINKS).map((one) => {
              const name = String(one[key]);
              return link({ view: "server", kind, name }, name);
            }),
            entries.length > MAX_LINKS && link({ view: "home" }, "All of them"),
          ),
        ),
    ),
  ];
}

function link(route: Route, text: string): Child {
  return h("li", {}, h("a", { href: hashOf(route) }, text));
}

function whole(): View {
  const route: Route = { view: "home" };
  return {
    title: SERVER?.name ?? "",
    content: [
      h(
        "p",
        { class: "lead" },
        LISTS.filter(({ entries }) => entries.length > 0)
          .map(({ what, entries }) => counted(entries.length, what))
          .join(", ") || "It lists nothing.",
      ),
      leftOut(),
      changes(),
      LISTS.map(
        (list) =>
          list.entries.length > 0 &&
          section(list.title, list.kind, route, listOf(list)),
      ),
    ],
  };
}

function leftOut(): Child {
  const names = listing?.leftOut ?? [];
  return (
    names.length > 0 &&
    h(
      "p",
      { class: "deprecated" },
      `Left out, since they can not be used: ${names.join(", ")}.`,
    )
  );
}

/** The first of a list, and a filter where there are more. */
function listOf({ kind, what, entries, key }: List): Child {
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
    const found = entries.filter((one) =>
      `${String(one[key])} ${textOf(one["description"])}`
        .toLowerCase()
        .includes(words),
    );
    replace(
      items,
      found.slice(0, MAX_SHOWN).map((one) => {
        const name = String(one[key]);
        return h(
          "li",
          {},
          h(
            "a",
            { href: hashOf({ view: "server", kind, name }) },
            h("code", { dir: "ltr" }, name),
          ),
          h(
            "p",
            { class: "quiet", dir: "auto" },
            firstLine(textOf(one["description"])),
          ),
        );
      }),
    );
    const left = found.length - MAX_SHOWN;
    status.textContent = left > 0 ? `${counted(left, what)} more.` : "";
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
        : `${counted(before.changes.length, "change")}, of which ${broken} ${broken === 1 ? "breaks" : "break"} who calls it as it was.`,
    ),
    h("ul", { class: "changes" }, before.changes.map(changeItem)),
  );
}

function changeItem({
  subject,
  path,
  kind,
  before,
  after,
  why,
  breaks,
}: ListingChange): Child {
  return h(
    "li",
    {},
    h(
      "p",
      { class: "what" },
      chip(subject),
      " ",
      h("code", { class: "member" }, path),
      " ",
      chip(kind, KINDS[kind] ?? ""),
      breaks && [" ", chip("breaks", "bad")],
    ),
    beforeAfter(before, after),
    h("p", { class: "quiet" }, why),
  );
}

function entryView({ kind, what }: List, entry: Json, name: string): View {
  const {
    title,
    description,
    annotations,
    inputSchema,
    outputSchema,
    mimeType,
  } = entry;
  const route: Route = { view: "server", kind, name };
  const own =
    SERVER?.before?.changes.filter(
      (one) => one.subject === what && one.of === name,
    ) ?? [];
  const shown =
    kind === "resources" || kind === "templates" ? textOf(entry["name"]) : "";
  return {
    title: name,
    code: true,
    content: [
      h(
        "p",
        { class: "chips" },
        chip(what),
        typeof mimeType === "string" && chip(mimeType),
        hints(annotations),
      ),
      h("p", { class: "quiet", dir: "auto" }, textOf(title) || shown),
      h(
        "div",
        { class: "prose lead", dir: "auto" },
        markdown(textOf(description), () => undefined),
      ),
      section("Try it", "form", route, request(kind, entry, name)),
      own.length > 0 &&
        section(
          `Since ${SERVER?.before?.name}`,
          "changes",
          route,
          h("ul", { class: "changes" }, own.map(changeItem)),
        ),
      isObject(inputSchema) &&
        section("Input schema", "input", route, jsonView(inputSchema)),
      isObject(outputSchema) &&
        section("Output schema", "output", route, jsonView(outputSchema)),
      section(
        "As it is listed",
        "listed",
        route,
        folded("JSON", () => jsonView(entry)),
      ),
    ],
  };
}

function hints(annotations: unknown): Child {
  return Object.entries(isObject(annotations) ? annotations : {}).map(
    ([name, value]) => typeof value === "boolean" && chip(`${name}: ${value}`),
  );
}

/** A form, and the request that it makes. */
function request(kind: string, entry: Json, name: string): Child {
  const output = h("div", { role: "status" });
  const show = (): void =>
    replace(output, made(kind, entry, name, form.value()));
  const form = formOf(kind, entry, show);
  show();
  return h(
    "div",
    { class: "try" },
    h(
      "form",
      { onsubmit: (event: Event) => event.preventDefault() },
      form.element,
    ),
    output,
  );
}

function formOf(kind: string, entry: Json, changed: () => void): Field {
  if (kind === "tools")
    return objectForm(
      isObject(entry["inputSchema"]) ? entry["inputSchema"] : {},
      changed,
    );
  if (kind === "prompts") {
    const all = Array.isArray(entry["arguments"])
      ? entry["arguments"].filter(isObject)
      : [];
    return textForm(
      all.map((one) => ({
        name: String(one["name"]),
        about: textOf(one["description"]),
        required: one["required"] === true,
      })),
      changed,
    );
  }
  const names =
    kind === "templates" ? variablesOf(textOf(entry["uriTemplate"])) : [];
  return textForm(
    names.map((name) => ({ name, about: "", required: true })),
    changed,
  );
}

function made(kind: string, entry: Json, name: string, value: unknown): Child {
  const values = isObject(value) ? value : {};
  if (kind === "tools") {
    const issues = issuesOf(entry["inputSchema"], values);
    const message = messageOf("tools/call", { name, arguments: values });
    return [
      jsonView(
        message,
        issues.map(({ path }) => ["params", "arguments", ...path]),
      ),
      issues.length === 0
        ? h("p", { class: "verdict good" }, "✓ Its schema takes the arguments.")
        : h(
            "ul",
            { class: "verdict bad" },
            issues
              .slice(0, 20)
              .map(({ path, message: said }) =>
                h(
                  "li",
                  {},
                  path.length > 0 && [h("code", {}, path.join(".")), " "],
                  said,
                ),
              ),
          ),
    ];
  }
  if (kind === "prompts")
    return jsonView(messageOf("prompts/get", { name, arguments: values }));
  const uri = kind === "templates" ? filled(name, values) : name;
  return jsonView(messageOf("resources/read", { uri }));
}

function issuesOf(schema: unknown, value: unknown) {
  try {
    return isObject(schema) ? compileSchema(schema)(value) : [];
  } catch (error) {
    return [
      {
        path: [],
        message: `The schema is invalid: ${(error as Error).message}`,
      },
    ];
  }
}

/** The request with what the newest revision of the page wants of every one. */
function messageOf(method: string, params: Json): Json {
  const known = NEWEST?.methods.find((one) => one.method === method);
  const message = known && NEWEST ? exampleMessage(known, NEWEST.model) : {};
  const { _meta } = isObject(message["params"]) ? message["params"] : {};
  return {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...params, ...(_meta === undefined ? {} : { _meta }) },
  };
}

/** Names in the braces of a URI template, without operators and modifiers. */
function variablesOf(template: string): string[] {
  const names = [...template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap(
    ([, inner = ""]) =>
      inner.split(",").map((one) => one.replace(/(?:\*|:\d+)$/, "")),
  );
  return [...new Set(names.filter(Boolean))];
}

/** The template with values in it; only of plain expressions, the others stay. */
function filled(template: string, values: Json): string {
  return template.replace(
    /\{(\+?)([^{}]*)\}/g,
    (whole, plus: string, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return plus === "+"
        ? encodeURI(String(value))
        : encodeURIComponent(String(value));
    },
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
