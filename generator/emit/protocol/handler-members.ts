/** Methods as members of the interfaces of `server.ts` and `client.ts`. */
import { NO_DOC } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Doc, Method } from "../../model/types.js";
import { ownerOf } from "../combined/methods.js";
import type { EmitContext } from "../context.js";
import { documented } from "../print/doc-comment.js";
import { hardline, indent, print, type Layout } from "../print/layout.js";
import { propertyKey, quote } from "../print/syntax.js";

/** Members of an interface, each with what is known of its method. */
export function handlerMembers(
  context: EmitContext,
  groups: readonly {
    readonly type: string;
    readonly methods: readonly Method[];
  }[],
): string {
  const members = groups.flatMap(({ type, methods }) =>
    methods.map((method) => ({
      name: method.method,
      layout: documented(methodDoc(context, method), [
        propertyKey(method.method),
        `?: ${type}<${quote(method.method)}>;`,
      ]),
    })),
  );
  return members.map(({ layout }) => indented(layout)).join("\n");
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
