/** Bundles and loads generated validators for tests that execute them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { emitTypes } from "../../../generator/emit/types/types.js";
import { emitValidators } from "../../../generator/emit/validators/emit.js";
import type { ProtocolModel } from "../../../generator/model/types.js";
import type {
  Decoded,
  DecodedBatch,
  DecodeOptions,
} from "../../../runtime/validation/messages.js";
import type {
  Issue,
  Validation,
} from "../../../runtime/validation/explain/issues.js";
import type { StandardSchema } from "../../../runtime/validation/standard-schema.js";
import type { ValidateOptions } from "../../../runtime/validation/validate.js";
import { writeTree } from "../program/folders.js";
import { createContext, printFiles } from "./models.js";

type Message = Readonly<Record<string, unknown>>;

/**
 * Validator functions and the JSON Schema that a generated validators.ts
 * exports for one type.
 */
interface TypeValidators {
  readonly is: (value: unknown) => boolean;
  readonly assert: (value: unknown) => void;
  readonly validate: (
    value: unknown,
    options?: ValidateOptions,
  ) => Validation<unknown>;
  readonly schema: StandardSchema<unknown>;
}

export type Decode = (
  value: unknown,
  options?: DecodeOptions,
) => Decoded<Message, Message> | DecodedBatch<Message, Message>;

export interface Validators {
  of(type: string): TypeValidators;
  readonly MAX_DEPTH: number;
  readonly ValidationError: new (
    issues: readonly Issue[],
  ) => Error & { readonly issues: readonly Issue[] };
  readonly decodeClientMessage: Decode;
  readonly decodeServerMessage: Decode;
  readonly decodeMessage: Decode;
}

/** Writes types.ts, validators.ts and their imports into a new folder. */
export function writeValidators(model: ProtocolModel): {
  readonly folder: string;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "validators-"));
  const context = createContext(model);
  const pages = [emitTypes(context), emitValidators(context)];
  writeTree(
    folder,
    Object.fromEntries(printFiles(pages).map(({ path, text }) => [path, text])),
  );
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Bundles and loads the generated validators of a model. `change` may edit the
 * bundled code before it is loaded.
 */
export async function loadValidators(
  model: ProtocolModel,
  change: (code: string) => string = (code) => code,
): Promise<Validators> {
  const { folder, remove } = writeValidators(model);
  try {
    const bundle = await build({
      entryPoints: [join(folder, "validators.ts")],
      bundle: true,
      format: "esm",
      target: "es2022",
      write: false,
    });
    const file = join(folder, "validators.mjs");
    writeFileSync(file, change(bundle.outputFiles[0]?.text ?? ""));
    const module = (await import(pathToFileURL(file).href)) as Record<
      string,
      unknown
    >;
    const of = (type: string) =>
      ({
        is: module[`is${type}`],
        assert: module[`assert${type}`],
        validate: module[`validate${type}`],
        schema: module[`${type}Schema`],
      }) as TypeValidators;
    return { ...module, of } as unknown as Validators;
  } finally {
    remove();
  }
}

/** Returns the names of the types for which validators are generated. */
export function validatedTypes(model: ProtocolModel): string[] {
  return model.declarations
    .filter(({ exported, kind }) => exported && kind !== "constant")
    .map(({ name }) => name);
}
