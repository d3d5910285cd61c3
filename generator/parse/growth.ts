import type { Declaration, TypeNode, TypeParameter } from "../model/types.js";
import { childTypes, declarationTypes, walkType } from "../model/walk.js";
import { MAX_CHAIN } from "./cycles.js";
import type { Reporter } from "./reporter.js";

/** Parts that a type can have once it is written out, beside the file's own. */
const MAX_PARTS = 50_000;

/** Size of a declaration written out: so many parts, and so often each argument. */
interface Size {
  readonly parts: number;
  readonly uses: ReadonlyMap<string, number>;
}

const ONE: Size = { parts: 1, uses: new Map() };

/**
 * Reports types that a few lines make enormous. What has a name and no type
 * parameters stands once, however often it is used; generic types are written
 * out at each use, and so are names inside unions and intersections.
 *
 * @returns whether types can be written out.
 */
export function checkGrowth(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
): boolean {
  let sound = true;
  const limit = MAX_PARTS + partsOf(declarations);
  const done = new Map<string, Size>();
  const path: string[] = [];

  function refuse(
    code: "MCP105" | "MCP106" | "MCP107",
    { position }: Declaration,
    message: string,
  ): Size {
    reporter.error(code, position, message);
    sound = false;
    return ONE;
  }

  function sizeOf(declaration: Declaration): Size {
    const { name } = declaration;
    const known = done.get(name);
    if (known) return known;
    // What holds itself is a name there.
    if (declaration.kind === "constant" || path.includes(name)) return ONE;
    if (path.length >= MAX_CHAIN)
      return refuse(
        "MCP105",
        declaration,
        `\`${name}\` stands on a chain of more than ${MAX_CHAIN} declarations`,
      );
    path.push(name);
    const scope = scopeOf(declaration.typeParameters);
    const size =
      declaration.kind === "alias"
        ? measure(declaration.type, scope, true)
        : sum([
            ...declaration.extends.map((base) => measure(base, scope, true)),
            ...declaration.members.map(({ type }) =>
              measure(type, scope, false),
            ),
          ]);
    path.pop();
    const all = total(size);
    const result =
      all > limit
        ? refuse(
            "MCP106",
            declaration,
            `\`${name}\` has more than ${limit} parts when it is written out`,
          )
        : size;
    done.set(name, result);
    return result;
  }

  /** `open` where the name of a plain alias is not what stays. */
  function measure(
    type: TypeNode,
    scope: ReadonlySet<string>,
    open: boolean,
  ): Size {
    switch (type.kind) {
      case "object":
      case "array":
      case "tuple":
      case "record":
        return sum([
          ONE,
          ...childTypes(type).map((child) => measure(child, scope, false)),
        ]);
      case "reference": {
        if (scope.has(type.name))
          return { parts: 0, uses: new Map([[type.name, 1]]) };
        const found = declarations.get(type.name);
        if (!found || found.kind === "constant") return ONE;
        const plain = found.typeParameters.length === 0;
        if (plain && (!open || found.kind === "interface")) return ONE;
        return sum([
          ONE,
          applied(sizeOf(found), found.typeParameters, (index) => {
            const argument = type.arguments[index];
            return argument ? measure(argument, scope, true) : ONE;
          }),
        ]);
      }
      default:
        return sum([
          ONE,
          ...childTypes(type).map((child) => measure(child, scope, true)),
        ]);
    }
  }

  for (const declaration of declarations.values()) sizeOf(declaration);
  for (const declaration of endless(declarations))
    refuse(
      "MCP107",
      declaration,
      `The generic type \`${declaration.name}\` has no end of instances`,
    );
  return sound;
}

/** Parts of all types as the file writes them. */
function partsOf(declarations: ReadonlyMap<string, Declaration>): number {
  let parts = 0;
  for (const declaration of declarations.values())
    for (const type of declarationTypes(declaration))
      walkType(type, () => void parts++);
  return parts;
}

function scopeOf(parameters: readonly TypeParameter[]): ReadonlySet<string> {
  return new Set(parameters.map(({ name }) => name));
}

/** A generic type's size where its parameters have sizes. */
function applied(
  { parts, uses }: Size,
  parameters: readonly TypeParameter[],
  argument: (index: number) => Size,
): Size {
  const given = parameters.flatMap(({ name }, index) => {
    const times = uses.get(name) ?? 0;
    return times === 0 ? [] : [scaled(argument(index), times)];
  });
  return sum([{ parts, uses: new Map() }, ...given]);
}

function scaled({ parts, uses }: Size, times: number): Size {
  return {
    parts: parts * times,
    uses: new Map([...uses].map(([name, count]) => [name, count * times])),
  };
}

function sum(sizes: readonly Size[]): Size {
  let parts = 0;
  const uses = new Map<string, number>();
  for (const size of sizes) {
    parts += size.parts;
    for (const [name, count] of size.uses)
      uses.set(name, (uses.get(name) ?? 0) + count);
  }
  return { parts, uses };
}

/** Size when each argument is one part. */
function total({ parts, uses }: Size): number {
  return [...uses.values()].reduce((all, count) => all + count, parts);
}

/**
 * Generic types that hold themselves for an argument made of their own: of
 * `G<T> = { next: G<T[]> }` each instance needs another.
 */
function endless(
  declarations: ReadonlyMap<string, Declaration>,
): Declaration[] {
  return [...declarations.values()].filter((declaration) => {
    if (declaration.kind === "constant") return false;
    return declaration.typeParameters.length > 0 && grows(declaration);
  });

  function grows(declaration: Exclude<Declaration, { kind: "constant" }>) {
    const scope = scopeOf(declaration.typeParameters);
    const wraps = (type: TypeNode): boolean =>
      (type.kind === "reference" &&
        type.arguments.some((argument) => isMadeOf(argument, scope)) &&
        reaches(type.name, declaration.name)) ||
      childTypes(type).some(wraps);
    return bodyOf(declaration).some(wraps);
  }

  /** True when one declaration uses the other, itself or through more. */
  function reaches(from: string, to: string): boolean {
    const seen = new Set<string>();
    const pending = [from];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (name === to) return true;
      const found = declarations.get(name);
      if (seen.has(name) || !found || found.kind === "constant") continue;
      seen.add(name);
      for (const type of bodyOf(found)) pending.push(...namesIn(type));
    }
    return false;
  }
}

/** True for `T[]` where `T` is a type parameter, not for `T` itself. */
function isMadeOf(type: TypeNode, scope: ReadonlySet<string>): boolean {
  if (type.kind === "reference" && scope.has(type.name)) return false;
  return namesIn(type).some((name) => scope.has(name));
}

function bodyOf(
  declaration: Exclude<Declaration, { kind: "constant" }>,
): TypeNode[] {
  return declaration.kind === "alias"
    ? [declaration.type]
    : [...declaration.extends, ...declaration.members.map(({ type }) => type)];
}

function namesIn(type: TypeNode): string[] {
  const own = type.kind === "reference" ? [type.name] : [];
  return [...own, ...childTypes(type).flatMap(namesIn)];
}
