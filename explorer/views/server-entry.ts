/**
 * View of a tool, prompt or resource of a server, with a form for its request.
 */
import type { ListingChange } from "../../generator/explore/page-data.js";
import { isObject } from "../../runtime/validation/guards.js";
import { h, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { markdown } from "../base/markdown.js";
import type { Route } from "../base/route.js";
import { request, toText, type Json } from "../judge/request.js";
import { SERVER } from "../protocol/revision.js";
import { beforeAfter, KINDS } from "./changes.js";
import { chip, folded, section, type View } from "./view.js";

/** List of entries of one kind, such as tools. */
export interface List {
  readonly kind: string;
  readonly title: string;
  readonly what: string;
  readonly entries: readonly Json[];
  /** Name of the member that identifies an entry. */
  readonly key: string;
}

/** Renders the view of a tool, prompt, resource or resource template. */
export function entryView(
  { kind, what }: List,
  entry: Json,
  name: string,
): View {
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
      (change) => change.subject === what && change.of === name,
    ) ?? [];
  const shown =
    kind === "resources" || kind === "templates" ? toText(entry["name"]) : "";
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
      h("p", { class: "quiet", dir: "auto" }, toText(title) || shown),
      h(
        "div",
        { class: "prose lead", dir: "auto" },
        markdown(toText(description), () => undefined),
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
        "Listing entry",
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

/** Renders a change of an entry between two listings. */
export function changeItem({
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
      breaks && [" ", chip("breaking", "bad")],
    ),
    beforeAfter(before, after),
    h("p", { class: "quiet" }, why),
  );
}
