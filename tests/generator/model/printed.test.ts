/**
 * Tests that the printed model (JSON) contains every fact that the TypeScript
 * emitters use. Programs that generate other languages read only this JSON.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitTypes } from "../../../generator/emit/types/types.js";
import { printModel } from "../../../generator/model/printed/print.js";
import { structureText } from "../../../generator/model/identity/canonical.js";
import { walkType } from "../../../generator/model/walk.js";
import type {
  ObjectType,
  PrintedModel,
  TypeNode,
} from "../../../generator/model/types.js";
import {
  bundledModel,
  createContext,
  extendedModel,
  parseModel,
  printPage,
  REVISIONS,
} from "../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";
import { EDGE_SCHEMA } from "../../harness/models/edge-schema.js";
import { rebuildTypes } from "../../harness/models/rebuilt-types.js";
import { describeTypes } from "../../harness/models/type-facts.js";

const MODELS = [
  ...REVISIONS.map((revision) => [revision, bundledModel(revision)] as const),
  ["the schema with extensions", extendedModel()] as const,
  ["the schema of every construct", parseModel(EDGE_SCHEMA)] as const,
];

/** Returns the model that a program reads from the command's output. */
function readModel(revision: string, resolved: boolean): PrintedModel {
  const printed = printModel(bundledModel(revision), { resolved });
  return JSON.parse(JSON.stringify(printed)) as PrintedModel;
}

/**
 * Returns all types that occur in the declarations and methods of a model,
 * including nested types.
 */
function listTypes({ declarations, methods }: PrintedModel): TypeNode[] {
  const found: TypeNode[] = [];
  const visit = (type: TypeNode): void =>
    walkType(type, (inner) => {
      found.push(inner);
      if (inner.kind !== "union") return;
      const { discriminant, presence = [] } = inner;
      for (const branch of [...(discriminant?.branches ?? []), ...presence])
        visit(branch.type);
      if (discriminant?.absent) visit(discriminant.absent);
    });
  for (const declaration of declarations)
    if (declaration.kind === "alias") visit(declaration.type);
    else if (declaration.kind === "interface")
      for (const { type } of declaration.members) visit(type);
  for (const { params, result, taskResult } of methods)
    for (const type of [params, result, taskResult]) if (type) visit(type);
  return found;
}

const test = suite("model: printed");

for (const [name, model] of MODELS) {
  test(`the resolved JSON of ${name} contains the members, optionality, types and literal values of types.ts`, () => {
    const printed = JSON.parse(
      JSON.stringify(printModel(model, { resolved: true })),
    ) as PrintedModel;
    const expected = describeTypes(printPage(emitTypes(createContext(model))));
    const actual = describeTypes(rebuildTypes(printed));
    assert.equal(Object.fromEntries(actual), Object.fromEntries(expected));
    assert.ok(expected.size > 20, name);
  });

  test(`the resolved JSON of ${name} contains no type operators such as Omit, and no base interfaces`, () => {
    const printed = printModel(model, { resolved: true });
    const kinds = new Set(listTypes(printed).map(({ kind }) => kind));
    const known = "array literal object primitive reference union".split(" ");
    assert.equal(
      [...kinds].filter((kind) => !known.includes(kind)),
      [],
    );
    for (const declaration of printed.declarations)
      if (declaration.kind === "interface")
        assert.equal(declaration.extends, []);
  });

  test(`inline types of ${name} have unique names in the printed JSON`, () => {
    for (const resolved of [false, true]) {
      const printed = printModel(model, { resolved });
      const declared = new Set(printed.declarations.map(({ name }) => name));
      const named = listTypes(printed).filter(
        (type): type is ObjectType & { typeName: string } =>
          type.kind === "object" && type.typeName !== undefined,
      );
      const unnamed = listTypes(printed).filter(
        (type) =>
          type.kind === "object" &&
          type.typeName === undefined &&
          type.members.some((member) => member.kind === "property") &&
          !printed.declarations.some(
            (one) => one.kind === "alias" && one.type === type,
          ),
      );
      assert.equal(unnamed, []);
      const texts = new Map<string, string>();
      for (const type of named) {
        const { typeName } = type;
        const text = structureText(type);
        assert.not(declared.has(typeName), typeName);
        assert.is(texts.get(typeName) ?? text, text, typeName);
        texts.set(typeName, text);
      }
      assert.ok(texts.size > 0);
    }
  });
}

test("the JSON of a model names inline types after the declaration or method that contains them", () => {
  const box = "export interface Box { a: ({ b: 1 } & { c: 1 }) | { d: 1 } }";
  const printed = printModel(parseModel(SMALL_SCHEMA + box));
  const names = listTypes(printed).flatMap((type) =>
    type.kind === "object" ? (type.typeName ?? []) : [],
  );
  assert.equal(
    [...new Set(names)].filter((name) => /^(Box|Echo)/.test(name)),
    ["EchoRequestParams", "Box2", "BoxA3", "BoxA", "BoxA2", "EchoParams"],
  );
});

/** Returns the property at the path `Interface.property` in a printed model. */
function getMember(model: PrintedModel, path: string) {
  const [owner, name] = path.split(".");
  const declaration = model.declarations.find((one) => one.name === owner);
  const members = declaration?.kind === "interface" ? declaration.members : [];
  const member = members.find(
    (one) => one.kind === "property" && one.name === name,
  );
  assert.ok(member, path);
  return member;
}

test("the JSON of a model states for each number type whether fractions are valid", () => {
  const model = readModel("2025-11-25", false);
  const isInteger = (path: string): boolean[] => {
    const found: boolean[] = [];
    walkType(getMember(model, path).type, (type) => {
      if (type.kind === "primitive" && type.name === "number")
        found.push(type.integer);
    });
    return found;
  };
  assert.equal(isInteger("ElicitResult.content"), [false]);
  assert.equal(isInteger("ProgressNotificationParams.progress"), [false]);
  assert.equal(isInteger("Annotations.priority"), [false]);
  assert.equal(isInteger("CreateMessageRequestParams.maxTokens"), [true]);
  const extended = printModel(extendedModel());
  const draft = readModel("2026-07-28", false);
  for (const printed of [extended, draft]) {
    const json = printed.declarations.find(({ name }) => name === "JSONValue");
    assert.ok(json?.kind === "alias" && json.type.kind === "union");
    assert.equal(
      json.type.types.filter(
        (type) => type.kind === "primitive" && type.name === "number",
      ),
      [{ kind: "primitive", name: "number", integer: false }],
    );
  }
});

test("the JSON of a model contains the discriminant of each discriminated union", () => {
  for (const resolved of [false, true]) {
    const model = readModel("2025-11-25", resolved);
    const select = (name: string) => {
      const found = model.declarations.find((one) => one.name === name);
      assert.ok(found?.kind === "alias" && found.type.kind === "union", name);
      return found.type;
    };
    const { discriminant } = select("ElicitRequestParams");
    const form = { kind: "reference", name: "ElicitRequestFormParams" };
    const url = { kind: "reference", name: "ElicitRequestURLParams" };
    assert.equal(discriminant, {
      key: "mode",
      branches: [
        { value: "form", type: form },
        { value: "url", type: url },
      ],
      absent: form,
    });
    const schemas = select("PrimitiveSchemaDefinition").discriminant;
    assert.is(schemas?.branches.length, 5);
    assert.is(schemas?.branches[0]?.type.kind, "union");
    assert.equal(select("JSONRPCResponse").presence, [
      {
        key: "result",
        type: { kind: "reference", name: "JSONRPCResultResponse" },
      },
      {
        key: "error",
        type: { kind: "reference", name: "JSONRPCErrorResponse" },
      },
    ]);
  }
});

test("the resolved JSON of a model contains the member `_meta` in the params of each method", () => {
  for (const revision of ["2024-11-05", "2025-03-26", "2025-06-18"]) {
    const { methods, declarations } = readModel(revision, true);
    const requests = methods.filter(({ embedded }) => !embedded);
    for (const { method, params } of requests) {
      if (params === null) continue;
      const named =
        params.kind === "reference"
          ? declarations.find(({ name }) => name === params.name)
          : params;
      assert.match(
        JSON.stringify(named),
        '"name":"_meta"',
        `${revision} ${method}`,
      );
    }
  }
});

test("the JSON of a model lists the JSON-RPC members that the declaration of a message omits", () => {
  const find = (revision: string, declaration: string) =>
    readModel(revision, false).messages.find(
      (message) => message.declaration === declaration,
    );
  const request = { kind: "request", embedded: false, jsonrpc: "2.0" };
  assert.equal(find("2024-11-05", "CallToolRequest"), {
    declaration: "CallToolRequest",
    ...request,
    id: "required",
    added: ["jsonrpc", "id"],
  });
  assert.equal(find("2025-11-25", "CallToolRequest")?.added, []);
  assert.is(find("2025-03-26", "JSONRPCBatchRequest")?.kind, "batch");
  assert.is(find("2025-03-26", "JSONRPCMessage"), undefined);
  assert.is(find("2025-11-25", "JSONRPCErrorResponse")?.id, "optional");
  assert.equal(find("2024-11-05", "CancelledNotification")?.added, ["jsonrpc"]);
  assert.equal(find("2026-07-28", "ElicitRequest"), {
    declaration: "ElicitRequest",
    kind: "request",
    embedded: true,
    jsonrpc: null,
    id: "absent",
    added: [],
  });
  for (const revision of REVISIONS) {
    const { messages, methods } = readModel(revision, false);
    for (const { declaration, embedded } of methods)
      assert.ok(
        messages.some(
          (message) =>
            message.declaration === declaration &&
            message.embedded === embedded,
        ),
        declaration,
      );
  }
});

test.run();
