/** Writes the runtime as a separate package. */
import { createWholeRuntime } from "../emit/assemble/runtime-modules.js";
import { tsMorph } from "../parse/read/typescript.js";
import { toolVersion } from "../support/package.js";
import type { NewFile } from "../write/plan.js";
import type { GenerateOptions } from "./options.js";
import { writeOutput, type GenerateOutcome } from "./output.js";

/**
 * Writes the whole runtime as JavaScript with declarations. JavaScript is
 * needed because Node.js does not strip types in `node_modules`.
 *
 * @throws UserError for all mistakes that the user can fix.
 */
export async function writeRuntime(
  out: string,
  name: string,
  options: Pick<GenerateOptions, "mode" | "force" | "signal">,
): Promise<GenerateOutcome> {
  const version = toolVersion();
  const files: NewFile[] = [
    { path: "package.json", text: packageJson(name, version) },
    { path: "README.md", text: readme(name, version) },
    ...(compiled ??= compile(createWholeRuntime())),
  ];
  const head = {
    tool: "mcp-codegen",
    version,
    options: { source: "bundled", runtime: name },
    sources: [],
  } as const;
  return { ...(await writeOutput(out, files, head, options)), warnings: [] };
}

/**
 * Cached JavaScript and declarations of the runtime. They do not depend on the
 * name of the package.
 */
let compiled: readonly NewFile[] | undefined;

/**
 * Returns the JavaScript and the declarations that TypeScript emits for the
 * files.
 */
function compile(files: readonly NewFile[]): NewFile[] {
  const { Project, ts } = tsMorph();
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2022.d.ts"],
      declaration: true,
      strict: true,
      // The runtime declares its types explicitly, so declarations can be
      // emitted without a type check.
      noCheck: true,
      // The runtime imports types with `import type`, so imports can be emitted
      // without a type check.
      verbatimModuleSyntax: true,
      rootDir: "/runtime",
      outDir: "/",
    },
  });
  for (const { path, text } of files) project.createSourceFile(path, text);
  return project
    .emitToMemory()
    .getFiles()
    .map(({ filePath, text }) => ({ path: filePath.slice(1), text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function packageJson(name: string, version: string): string {
  const manifest = {
    name,
    version,
    description: "Runtime for generated code of the Model Context Protocol.",
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    exports: {
      "./*.js": { types: "./*.d.ts", default: "./*.js" },
      "./package.json": "./package.json",
    },
    files: ["*.js", "*.d.ts"],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readme(name: string, version: string): string {
  return `# ${name}

Runtime of the code that mcp-codegen ${version} generates for the Model Context
Protocol: connections, transports, lifecycles and validation. The package has no
dependencies.

This command generates bindings that import the package, instead of a copy of the
runtime:

\`\`\`sh
mcp-codegen --rev 2025-06-18 --runtime ${name}
\`\`\`

The bindings check the version of the package when they create a server or a
client. This command generates the package again, after an update of mcp-codegen:

\`\`\`sh
mcp-codegen runtime . --name ${name}
\`\`\`
`;
}
