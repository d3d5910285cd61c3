/**
 * Renders the code and doc comments of a revision with links to types and
 * methods.
 */
import type {
  Declaration,
  Doc,
  TypeNode,
} from "../../generator/model/types.js";
import { breakable, h, type Child } from "../base/dom.js";
import { markdown } from "../base/markdown.js";
import { toHash } from "../base/route.js";
import { findDeclaration, type Revision } from "./revision.js";
import { declarationTokens, typeTokens, type Token } from "./tokens.js";

/** Renders a declaration as TypeScript. */
export function declarationCode(
  declaration: Declaration,
  revision: Revision,
): HTMLElement {
  const tokens = declarationTokens(declaration);
  return h(
    "pre",
    { class: "code", dir: "ltr", tabindex: 0 },
    h("code", {}, elements(tokens, revision, declaration.name)),
  );
}

/** Renders a type inline, or over several lines if it is an object. */
export function typeCode(type: TypeNode, revision: Revision): HTMLElement {
  return h(
    "code",
    { class: "type", dir: "ltr" },
    elements(typeTokens(type), revision, ""),
  );
}

/** Renders a type's name, as a link if the revision declares it. */
export function typeLink(name: string, revision: Revision): HTMLElement {
  const href = typeHref(name, revision);
  const code = h("code", { dir: "ltr" }, breakable(name));
  return href === undefined ? code : h("a", { href }, code);
}

/** Renders a method's name as a link. */
export function methodLink(name: string, revision: Revision): HTMLElement {
  const route = { view: "methods", revision: revision.name, name } as const;
  return h(
    "a",
    { href: toHash(route) },
    h("code", { dir: "ltr" }, breakable(name)),
  );
}

/** Renders the prose of a doc comment. */
export function prose(doc: Pick<Doc, "text">, revision: Revision): Child[] {
  return markdown(doc.text, (name) => anyHref(name, revision));
}

/**
 * Returns the link to the method or type with this name, if the revision has
 * it.
 */
export function anyHref(name: string, revision: Revision): string | undefined {
  const [own = ""] = name.split(".");
  if (revision.methods.some(({ method }) => method === name))
    return toHash({ view: "methods", revision: revision.name, name });
  return typeHref(own, revision);
}

function typeHref(name: string, revision: Revision): string | undefined {
  return findDeclaration(revision, name)
    ? toHash({ view: "types", revision: revision.name, name })
    : undefined;
}

function elements(
  tokens: readonly Token[],
  revision: Revision,
  own: string,
): Child[] {
  return tokens.map(({ kind, text }) => {
    if (kind === "plain") return text;
    const href =
      kind === "name" && text !== own ? typeHref(text, revision) : undefined;
    return href === undefined
      ? h("span", { class: `t-${kind}` }, text)
      : h("a", { href, class: "t-name" }, text);
  });
}
