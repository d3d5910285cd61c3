import type {
  AliasDeclaration,
  Declaration,
  TypeNode,
} from "../model/types.js";
import { childTypes } from "../model/walk.js";
import type { At, Reporter } from "./reporter.js";

/** Longest chain of aliases and bases that later stages follow. */
export const MAX_CHAIN = 500;

/** What a type needs to be resolved before it has members or values. */
interface Needs {
  /** Type parameters of the declaration that it needs. */
  readonly parameters: ReadonlySet<string>;
  /** Length of the longest chain below. */
  readonly height: number;
}

/**
 * Reports aliases and interfaces that are defined by themselves alone.
 * Recursion through a member, an array or a tuple is what JSON is made of;
 * recursion through unions, utility types or `extends` has no end.
 *
 * @returns whether names can be resolved without losing one's way.
 */
export function checkCycles(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
): boolean {
  let sound = true;
  const done = new Map<string, Needs>();
  const path: string[] = [];
  const none: Needs = { parameters: new Set(), height: 0 };

  function refuse(code: "MCP105" | "MCP130", at: At, message: string): Needs {
    reporter.error(code, at, message);
    sound = false;
    return none;
  }

  function visit(declaration: Declaration): Needs {
    const { name, position } = declaration;
    const known = done.get(name);
    if (known) return known;
    const start = path.indexOf(name);
    if (start >= 0) {
      const circle = [...path.slice(start), name];
      return refuse(
        "MCP130",
        firstPlace(circle, declarations) ?? position,
        `Circular definition: ${circle.map((step) => `\`${step}\``).join(" -> ")}`,
      );
    }
    if (declaration.kind === "constant") return none;
    if (path.length >= MAX_CHAIN)
      return refuse("MCP105", position, tooLong(name));
    path.push(name);
    const scope = new Set(declaration.typeParameters.map((p) => p.name));
    const types =
      declaration.kind === "alias" ? [declaration.type] : declaration.extends;
    const parameters = new Set<string>();
    let height = 0;
    for (const type of types) {
      const needs = needed(type, scope);
      for (const parameter of needs.parameters) parameters.add(parameter);
      height = Math.max(height, needs.height + 1);
    }
    path.pop();
    const result =
      height > MAX_CHAIN
        ? refuse("MCP105", position, tooLong(name))
        : { parameters, height };
    done.set(name, result);
    return result;
  }

  function needed(type: TypeNode, scope: ReadonlySet<string>): Needs {
    switch (type.kind) {
      case "object":
      case "array":
        return none;
      case "tuple":
        // What follows `...` is looked into for its elements.
        return all(
          type.elements
            .filter(({ rest }) => rest)
            .map((element) => needed(element.type, scope)),
        );
      case "record":
        return needed(type.key, scope);
      case "reference": {
        if (scope.has(type.name))
          return { parameters: new Set([type.name]), height: 0 };
        const found = declarations.get(type.name);
        if (!found || found.kind === "constant") return none;
        const target = visit(found);
        const given = found.typeParameters.flatMap((parameter, index) => {
          const argument = type.arguments[index] ?? parameter.default;
          return argument && target.parameters.has(parameter.name)
            ? [argument]
            : [];
        });
        const inner = given.map((argument) => needed(argument, scope));
        return all([
          { parameters: new Set(), height: target.height },
          ...inner,
        ]);
      }
      default:
        return all(childTypes(type).map((child) => needed(child, scope)));
    }
  }

  for (const declaration of declarations.values()) visit(declaration);
  return sound && checkRecords(declarations, reporter);
}

/**
 * `Record` is an alias of TypeScript's, so that one in an alias is written out
 * at once, unlike an object. Interfaces wait.
 */
function checkRecords(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
): boolean {
  let sound = true;
  const done = new Set<string>();
  const path: string[] = [];

  function visit(type: TypeNode): void {
    if (type.kind === "object" || type.kind === "array") return;
    if (type.kind === "tuple") return;
    const found =
      type.kind === "reference" ? declarations.get(type.name) : undefined;
    if (found?.kind === "interface") return;
    childTypes(type).forEach(visit);
    if (found?.kind === "alias") enter(found);
  }

  function enter({ name, type, position }: AliasDeclaration): void {
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name];
      reporter.error(
        "MCP130",
        firstPlace(circle, declarations) ?? position,
        `Circular definition: ${circle.map((step) => `\`${step}\``).join(" -> ")}`,
      );
      sound = false;
    } else if (!done.has(name)) {
      path.push(name);
      visit(type);
      path.pop();
      done.add(name);
    }
  }

  for (const declaration of declarations.values())
    if (declaration.kind === "alias") enter(declaration);
  return sound;
}

function all(needs: readonly Needs[]): Needs {
  return {
    parameters: new Set(needs.flatMap(({ parameters }) => [...parameters])),
    height: needs.reduce((most, { height }) => Math.max(most, height), 0),
  };
}

function tooLong(name: string): string {
  return `\`${name}\` stands on a chain of more than ${MAX_CHAIN} declarations`;
}

/** A circle is reported where the file first has a part of it. */
function firstPlace(
  circle: readonly string[],
  declarations: ReadonlyMap<string, Declaration>,
): Declaration["position"] | undefined {
  return circle
    .flatMap((name) => declarations.get(name)?.position ?? [])
    .sort((a, b) => a.line - b.line || a.column - b.column)[0];
}
