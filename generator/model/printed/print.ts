/** Creates the models that the command `model` prints. */
import { reference } from "../build.js";
import { getEffectiveParams } from "../effective-params.js";
import { structureText } from "../identity/canonical.js";
import { declarationsByName } from "../lookup.js";
import { findMember } from "../members/members.js";
import { getShapes } from "../resolved/space.js";
import { mapChildren } from "../walk.js";
import {
  createTypeNamer,
  nameInlineTypes,
  nameWithin,
} from "./inline-names.js";
import { getMessages } from "./messages.js";
import { createResolver } from "./resolve.js";
import type {
  Declaration,
  Method,
  Position,
  PrintedModel,
  ProtocolModel,
  TypeNode,
} from "../types.js";

/**
 * Returns the model as other programs read it: with names for inline types, the
 * discriminants of unions, and the messages.
 *
 * @param resolved Whether to resolve bases, utility types and intersections.
 */
export function printModel(
  given: ProtocolModel,
  { resolved = false }: { readonly resolved?: boolean } = {},
): PrintedModel {
  const nameType = createTypeNamer(given.declarations);
  const model = {
    ...given,
    declarations: given.declarations.map((declaration) =>
      nameInlineTypes(declaration, nameType),
    ),
  };
  const shapes = getShapes(model);
  const resolver = createResolver(shapes, nameType);
  const { modelVersion, protocolVersion, source, extensions } = model;
  return {
    modelVersion,
    resolved,
    protocolVersion,
    source,
    declarations: model.declarations.map(
      resolved ? resolveDeclaration : selectInDeclaration,
    ),
    methods: model.methods.map(printMethod),
    messages: getMessages(model),
    ...(extensions && { extensions }),
  };

  function resolveDeclaration(declaration: Declaration): Declaration {
    if (declaration.kind === "constant") return declaration;
    const { name, position } = declaration;
    const type = resolver.declared(name, position);
    if (declaration.kind === "alias") return { ...declaration, type };
    const members = type.kind === "object" ? type.members : [];
    return { ...declaration, extends: [], members };
  }

  function selectInDeclaration(declaration: Declaration): Declaration {
    if (declaration.kind === "constant") return declaration;
    const { name, position } = declaration;
    const convert = (type: TypeNode) => select(type, name, position);
    if (declaration.kind === "alias")
      return { ...declaration, type: convert(declaration.type) };
    const { extends: bases, members } = declaration;
    return {
      ...declaration,
      extends: bases.map(convert),
      members: members.map((member) => ({
        ...member,
        type: convert(member.type),
      })),
    };
  }

  /**
   * Returns a copy of the type. In the copy, each union has a rule that selects
   * the type of a value: a discriminant, or members that only one type has.
   */
  function select(type: TypeNode, path: string, position: Position): TypeNode {
    const inner = mapChildren(type, (child) => select(child, path, position));
    return inner.kind === "union"
      ? { ...inner, ...resolver.select(shapes.of(type), path, position) }
      : inner;
  }

  /**
   * Returns the type of a method's params. If the message's declaration has the
   * same type for `params`, inline object types in the returned type have the
   * names that they have in the declaration.
   */
  function getNamedParams({ declaration, params }: Method): TypeNode | null {
    const [before, after] = [given, model].map((owner) =>
      findMember(declarationsByName(owner), reference(declaration), "params"),
    );
    return params && before && after && isSame(before.type, params)
      ? after.type
      : params;
  }

  function printMethod(method: Method): Method {
    const path = `${method.method}.`;
    const position = shapes.model.declarations.find(
      ({ name }) => name === method.declaration,
    )?.position;
    if (!position) throw new Error(`No declaration of ${method.method}`);
    const convert = (type: TypeNode | null, part: string): TypeNode | null =>
      type &&
      (resolved
        ? resolver.type(shapes.of(type), path + part, position)
        : select(
            nameWithin(type, path + part, nameType),
            path + part,
            position,
          ));
    const params = getNamedParams(method);
    return {
      ...method,
      params: convert(
        getEffectiveParams(model, { ...method, params }),
        "params",
      ),
      result: convert(method.result, "result"),
      taskResult: convert(method.taskResult, "taskResult"),
    };
  }
}

function isSame(a: TypeNode, b: TypeNode): boolean {
  return structureText(a) === structureText(b);
}
