/**
 * Checks a schema with TypeScript's compiler. The compiler finds unknown names,
 * wrong type arguments, cycles, conflicting declarations, and members that
 * contradict inherited members.
 */
import type { Reporter } from "../reporter.js";
import { deepestPlace } from "../read/source.js";
import { wholeTypeScript } from "../read/typescript.js";

/**
 * Error codes of TypeScript for an unknown module or an unknown exported name.
 * These errors are ignored, because `readImports` already checks imports.
 */
const ABOUT_IMPORTS: readonly number[] = [2307, 2305, 2724];

/**
 * Library types of TypeScript that the model does not support. They are
 * declared here so that the compiler does not report them again:
 * `readReference` has already reported them.
 */
const UNSUPPORTED =
  "Awaited Capitalize Date Error Extract Lowercase Map Promise Readonly ReadonlyArray Required Set Symbol Uint8Array Uncapitalize Uppercase URL";

/**
 * Declarations of basic types that the compiler needs, because it runs without
 * TypeScript's standard library (`noLib`).
 */
const LIBRARY = `
interface Array<T> { length: number; [index: number]: T }
${"Boolean CallableFunction Function IArguments NewableFunction Number Object RegExp String".replace(/\w+/g, "interface $& {}")}
type Record<K extends keyof any, T> = { [P in K]: T };
type Partial<T> = { [P in keyof T]?: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Exclude<T, U> = T extends U ? never : T;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
${UNSUPPORTED.replace(/\w+/g, "type $&<A = any, B = any> = any;")}
`;

/**
 * Names of types that the TypeScript compiler knows although the schema does
 * not declare them.
 */
export const LIBRARY_NAMES: ReadonlySet<string> = new Set(
  `${LIBRARY} type undefined type globalThis`.match(
    /(?<=\b(?:interface|type) )\w+/g,
  ),
);

/**
 * Reports the type errors that the TypeScript compiler finds in a schema. The
 * text of the schema must have no syntax errors.
 *
 * @param core Text of the module that exports all names that the schema
 *   imports. Undefined if the schema must not have imports.
 */
export function checkTypes(
  text: string,
  reporter: Reporter,
  core?: string,
): void {
  const ts = wholeTypeScript();
  const [library, schema, imported] = ["library.d.ts", "schema.ts", "core.ts"];
  const texts = new Map([
    [library, LIBRARY],
    [schema, text],
    ...(core === undefined ? [] : [[imported, core] as const]),
  ]);
  const program = ts.createProgram({
    rootNames: [...texts.keys()],
    options: {
      strict: true,
      // A member without a type is reported when the schema is read, so
      // TypeScript need not report it.
      noImplicitAny: false,
      noLib: true,
      types: [],
      target: ts.ScriptTarget.ESNext,
    },
    host: {
      getSourceFile: (name, options) => {
        const found = texts.get(name);
        return found === undefined
          ? undefined
          : ts.createSourceFile(name, found, options);
      },
      fileExists: (name) => texts.has(name),
      readFile: (name) => texts.get(name),
      getDefaultLibFileName: () => library,
      getCurrentDirectory: () => "",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      writeFile: () => undefined,
      ...(core !== undefined && {
        resolveModuleNameLiterals: (names: readonly unknown[]) =>
          names.map(() => ({
            resolvedModule: {
              resolvedFileName: imported,
              extension: ts.Extension.Ts,
            },
          })),
      }),
    },
  });
  try {
    const found = program.getSemanticDiagnostics(program.getSourceFile(schema));
    for (const { start, code, messageText } of found) {
      // An error without a position is in the library, not in the schema.
      if (start === undefined || ABOUT_IMPORTS.includes(code)) continue;
      const message = ts.flattenDiagnosticMessageText(messageText, " ");
      reporter.error(
        "MCP108",
        start,
        `TS${code}: ${message.replace(/\s+/g, " ")}`,
      );
    }
  } catch (error) {
    // TypeScript's type checker is recursive, so deeply nested types exhaust
    // the stack.
    if (!(error instanceof RangeError)) throw error;
    if (!reporter.failed)
      reporter.error(
        "MCP105",
        deepestPlace(text),
        "The types are nested too deeply for TypeScript",
      );
  }
}
