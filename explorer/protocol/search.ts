/** Finds methods, types, members and tools by their names and what is said of them. */
import type { Declaration, Doc, Member } from "../../generator/model/types.js";
import { membersInside } from "../../generator/model/walk.js";
import { hashOf, type Route } from "../base/route.js";
import { NEWEST, REVISIONS, SERVER } from "./revision.js";

/** Something that has a page, or a part of one. */
export interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly route: Route;
  /** What is said of it, in all revisions. */
  readonly text: string;
  /** Where it is: revisions, oldest first, or a server. */
  readonly where: readonly string[];
}

interface Indexed extends Entry {
  readonly lowerName: string;
  readonly lowerText: string;
}

let index: readonly Indexed[] | undefined;

/**
 * The best entries for what was typed; each of its words has to be in them.
 *
 * @param revision where they are looked at, if they are there
 */
export function search(
  query: string,
  limit: number,
  revision: string | undefined,
): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  index ??= [...build()];
  const found: { readonly entry: Entry; readonly score: number }[] = [];
  for (const entry of index) {
    let score = 0;
    for (const word of words) {
      const own = scoreOf(entry, word);
      score = own === 0 ? -Infinity : score + own;
    }
    if (score > 0) found.push({ entry, score });
  }
  return found
    .sort(
      (a, b) => b.score - a.score || a.entry.name.length - b.entry.name.length,
    )
    .slice(0, limit)
    .map(({ entry }) => seenFrom(entry, revision));
}

/** The entry as it is in the revision, or in the newest that has it. */
function seenFrom(entry: Entry, revision: string | undefined): Entry {
  const { route, where } = entry;
  if (!("revision" in route)) return entry;
  const own = where.find((one) => one === revision);
  const newest =
    where.find((one) => one === NEWEST?.name) ?? where.at(-1) ?? "";
  const at = own ?? newest;
  return { ...entry, route: { ...route, revision: at }, where: [at] };
}

/** A name that is the word, begins with it, has it at a boundary, or in it. */
function scoreOf(
  { lowerName, lowerText, kind }: Indexed,
  word: string,
): number {
  const at = lowerName.indexOf(word);
  const weight = kind === "member" ? 0.6 : 1;
  if (at >= 0) {
    if (lowerName === word) return 100 * weight;
    if (at === 0) return 70 * weight;
    return (/[^a-z0-9]/.test(lowerName[at - 1] ?? "") ? 60 : 30) * weight;
  }
  return lowerText.includes(word) ? 5 * weight : 0;
}

/** One entry a name, with the words of all revisions. */
function* build(): Generator<Indexed> {
  const entries = new Map<string, Entry>();
  const add = (entry: Entry): void => {
    const key = `${entry.kind} ${entry.name}`;
    const known = entries.get(key);
    const isSaid = known?.text.includes(entry.text);
    const text = isSaid ? known?.text : `${known?.text ?? ""}\n${entry.text}`;
    const where = [...(known?.where ?? []), ...entry.where];
    entries.set(key, { ...entry, text: text ?? "", where });
  };
  for (const { name: revision, model, methods } of REVISIONS) {
    const where = [revision];
    const docs = new Map(model.declarations.map((one) => [one.name, one.doc]));
    for (const { method, kind, declaration } of methods)
      add({
        kind,
        name: method,
        route: { view: "methods", revision, name: method },
        text: textOf(docs.get(declaration)),
        where,
      });
    for (const declaration of model.declarations) {
      const { name, kind } = declaration;
      const route: Route = { view: "types", revision, name };
      const shown = kind === "constant" ? "constant" : "type";
      add({
        kind: shown,
        name,
        route,
        text: textOf(declaration.doc),
        where,
      });
      for (const { path, member } of membersOf(declaration))
        add({
          kind: "member",
          name: path,
          route: { ...route, at: placeOf(path.slice(name.length)) },
          text: textOf(member.doc),
          where,
        });
    }
  }
  for (const entry of serverEntries()) add(entry);
  for (const entry of entries.values())
    yield {
      ...entry,
      lowerName: entry.name.toLowerCase(),
      lowerText: entry.text.toLowerCase(),
    };
}

/** `.a["b/c"][].d` as rows of tables have it: `a.b/c.d`. */
function placeOf(path: string): string {
  return path
    .replace(
      /\[("(?:[^"\\]|\\.)*")\]/g,
      (_, name: string) => `.${JSON.parse(name) as string}`,
    )
    .replaceAll("[]", "")
    .replace(/^\./, "");
}

function membersOf(declaration: Declaration) {
  const { name } = declaration;
  if (declaration.kind === "constant") return [];
  const found: readonly { readonly path: string; readonly member: Member }[] =
    declaration.kind === "alias"
      ? membersInside(declaration.type, name)
      : membersInside({ kind: "object", members: declaration.members }, name);
  return found.filter(({ member }) => member.kind === "property");
}

function textOf(doc: Doc | undefined): string {
  return doc ? [doc.text, doc.deprecated ?? ""].join("\n").trim() : "";
}

function* serverEntries(): Generator<Entry> {
  if (!SERVER) return;
  const { listing, name: server } = SERVER;
  const lists = [
    ["tool", "tools", listing.tools, "name"],
    ["prompt", "prompts", listing.prompts, "name"],
    ["resource", "resources", listing.resources, "uri"],
    [
      "resource template",
      "templates",
      listing.resourceTemplates,
      "uriTemplate",
    ],
  ] as const;
  for (const [kind, list, entries, key] of lists)
    for (const entry of entries as readonly Readonly<
      Record<string, unknown>
    >[]) {
      const name = String(entry[key]);
      const said = [entry["title"], entry["name"], entry["description"]];
      yield {
        kind,
        name,
        route: { view: "server", kind: list, name },
        text: said.filter((one) => typeof one === "string").join("\n"),
        where: [server],
      };
    }
}

/** The address that an entry leads to. */
export function entryHref({ route }: Entry): string {
  return hashOf(route);
}
