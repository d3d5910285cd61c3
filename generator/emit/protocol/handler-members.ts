/** Methods as members of the interfaces of `server.ts` and `client.ts`. */
import { ownerOf } from "../facts/methods.js";
import { NO_DOC } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Doc, Method } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { documented } from "../print/doc-comment.js";
import { hardline, indent, print, type Layout, call } from "../print/layout.js";
import { propertyKey, quote } from "../print/syntax.js";

/** Members of an interface, by the type of the handlers, each with its doc. */
export function handlerMembers(
  context: EmitContext,
  groups: Readonly<Record<string, readonly Method[]>>,
): string {
  return Object.entries(groups)
    .flatMap(([type, methods]) =>
      methods.map((method) =>
        indented(
          documented(methodDoc(context, method), [
            propertyKey(method.method),
            `?: ${type}<${quote(method.method)}>;`,
          ]),
        ),
      ),
    )
    .join("\n");
}

/** `name(a: A, b: B): Promise<R>;`, or with a line for each parameter. */
export function signature(
  name: string,
  parameters: readonly string[],
  result: string,
): Layout {
  return [call(name, ...parameters), `: Promise<${result}>;`];
}

/** A layout as the member of an interface, at two columns. */
export function indented(layout: Layout): string {
  return print(indent([hardline, layout])).slice(1);
}

/**
 * The doc of the request or notification, its deprecation included; of one that
 * the newest revision does not have, the last that does.
 */
export function methodDoc(context: EmitContext, method: Method): Doc {
  const owner = ownerOf(context, method);
  const doc = findType(owner, method.declaration)?.doc ?? NO_DOC;
  const text = doc.text === "" ? `\`${method.method}\`` : doc.text;
  const until =
    owner === context.model ? "" : `\nLast in ${owner.protocolVersion}.`;
  return { ...NO_DOC, text: text + until, deprecated: method.deprecated };
}
