import type {
  Declaration,
  Doc,
  Position,
  ProtocolModel,
  TypeNode,
} from "../types.js";
import { childTypes, membersInside } from "../walk.js";
import { finding, type Finding, type LintCode } from "./findings.js";

/**
 * Reports doc comments that are incomplete or ambiguous, such as a link to an
 * unknown name or a deprecation without a replacement.
 */
export function lintDocs({ declarations }: ProtocolModel): Finding[] {
  const names = new Set(declarations.map(({ name }) => name));
  // If no declaration of a schema has the tag `@category`, the schema is older
  // than the tag. Missing `@category` tags are then not reported.
  const filing = new Set(
    declarations
      .filter(({ doc }) => hasTag(doc, "category"))
      .map(({ extension }) => extension),
  );
  return declarations.flatMap((declaration) => {
    const { name, exported, doc, extension } = declaration;
    const found: Finding[] = [];
    const add = (code: LintCode, message: string, at?: Position): void =>
      void found.push(finding(code, declaration, message, at));
    const filed = hasTag(doc, "category") || hasTag(doc, "internal");
    if (filing.has(extension) && exported && !filed)
      add("MCP403", `\`${name}\` has neither @category nor @internal`);
    for (const { doc: inner, position, path, types } of listDocs(declaration)) {
      for (const link of findLinks(inner))
        if (!names.has(link))
          add(
            "MCP407",
            `The doc comment of \`${path}\` links to \`${link}\`, which the schema does not declare`,
            position,
          );
      if (inner.deprecated === "")
        add(
          "MCP408",
          `\`${path}\` is deprecated, but its doc comment does not say what to use instead`,
          position,
        );
      const isPlain = extension === undefined && !hasTag(inner, "TJS-type");
      if (isPlain && types.some(hasNumber))
        add(
          "MCP405",
          `\`${path}\` is a \`number\` without @TJS-type: the JSON Schema makes it an integer`,
          position,
        );
    }
    return found;
  });
}

function hasTag({ tags }: Doc, name: string): boolean {
  return tags.some((tag) => tag.name === name);
}

/**
 * Returns the doc comments of a declaration and of all members inside it. Each
 * doc comment is returned with the types that the declaration or member
 * directly contains.
 */
function listDocs(declaration: Declaration) {
  const { kind, name: path, doc, position } = declaration;
  const types = kind === "alias" ? [declaration.type] : [];
  const written: readonly TypeNode[] =
    kind === "interface"
      ? [{ kind: "object", members: declaration.members }]
      : types;
  return [
    { doc, position, path, types },
    ...written
      .flatMap((type) => membersInside(type, path))
      .map(({ path: inner, member }) => ({
        ...member,
        path: inner,
        types: [member.type],
      })),
  ];
}

/**
 * Returns the names to which a doc comment links: `{@link Name}`, `{@link
 * Name.member}` or `{@link Name | text}`.
 */
function findLinks({ text, tags }: Doc): string[] {
  const prose = [text, ...tags.map((tag) => tag.text)].join("\n");
  return [
    ...prose.matchAll(/\{@link\s+([A-Za-z_$][\w$]*)(?=[\s.|}])/g),
  ].flatMap(([, name]) => name ?? []);
}

/**
 * Returns true if a value of the type may be a number. Members of an object
 * type are not searched, because each member has its own doc comment.
 */
function hasNumber(type: TypeNode): boolean {
  if (type.kind === "object" || type.kind === "reference") return false;
  if (type.kind === "primitive") return type.name === "number";
  return childTypes(type).some(hasNumber);
}
