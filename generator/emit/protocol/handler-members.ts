/**
 * Prints methods as members of the handler interfaces in `server.ts` and
 * `client.ts`.
 */
import { getOwner } from "../facts/methods.js";
import { NO_DOC } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Doc, Method } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { documented } from "../print/doc-comment.js";
import { hardline, indent, print, type Layout, call } from "../print/layout.js";
import { propertyKey, quote } from "../print/syntax.js";

/**
 * Returns the members of a handler interface, each with its doc comment. The
 * members are grouped by handler type.
 */
export function printHandlerMembers(
  context: EmitContext,
  groups: Readonly<Record<string, readonly Method[]>>,
): string {
  return Object.entries(groups)
    .flatMap(([type, methods]) =>
      methods.map((method) =>
        printIndented(
          documented(getMethodDoc(context, method), [
            propertyKey(method.method),
            `?: ${type}<${quote(method.method)}>;`,
          ]),
        ),
      ),
    )
    .join("\n");
}

/**
 * Returns the signature `name(a: A, b: B): Promise<R>;`. If the line would be
 * too long, each parameter is printed on a separate line.
 */
export function signatureLayout(
  name: string,
  parameters: readonly string[],
  result: Layout,
): Layout {
  return [call(name, ...parameters), ": Promise<", result, ">;"];
}

/**
 * Prints a layout (Prettier document) as a member of an interface, indented by
 * two columns.
 */
export function printIndented(layout: Layout): string {
  return print(indent([hardline, layout])).slice(1);
}

/**
 * Returns the doc comment of a request or notification, including its
 * deprecation. The comment comes from the newest revision that has the method.
 */
export function getMethodDoc(context: EmitContext, method: Method): Doc {
  const owner = getOwner(context, method);
  const doc = findType(owner, method.declaration)?.doc ?? NO_DOC;
  const text = doc.text === "" ? `\`${method.method}\`` : doc.text;
  const until =
    owner === context.model
      ? ""
      : `\nThe last revision with this method is ${owner.protocolVersion}.`;
  return { ...NO_DOC, text: text + until, deprecated: method.deprecated };
}
