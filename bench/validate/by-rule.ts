/**
 * Generates invalid messages of a revision from the revision's protocol model.
 */
import { generateValue } from "../../generator/emit/corpus/generate-value.js";
import { Random } from "../../generator/emit/corpus/random.js";
import { accepts } from "../../generator/model/normal/accepts.js";
import { getNormals } from "../../generator/model/normal/normal.js";
import type { Method, ProtocolModel } from "../../generator/model/types.js";

/**
 * Message with one invalid parameter, and the type against which it is
 * validated.
 */
export interface WrongMessage {
  readonly name: string;
  readonly type: string;
  readonly sender: Method["sender"];
  readonly text: string;
}

interface Members {
  readonly [name: string]: unknown;
}

/**
 * Returns invalid variants of every message. In each variant, exactly one
 * parameter is missing, `null`, or of a wrong type.
 */
export function wrongMessages(model: ProtocolModel): WrongMessage[] {
  const normals = getNormals(model);
  return model.methods
    .filter(({ embedded }) => !embedded)
    .flatMap(({ method, kind, sender, declaration: type }) => {
      const body = normals.body(type);
      const grown = generateValue(
        body,
        normals,
        new Random(`bench ${method}`),
        1,
      );
      const right: Members = {
        ...(grown as object),
        jsonrpc: "2.0",
        ...(kind === "request" && { id: 1 }),
      };
      const params = (right["params"] ?? {}) as Members;
      return Object.entries(params).flatMap(([name, value]) =>
        [undefined, null, typeof value === "number" ? "text" : 7]
          .map((other) => ({ ...right, params: { ...params, [name]: other } }))
          .filter((message) => !accepts(body, message, normals))
          .map((message): WrongMessage => {
            const text = JSON.stringify(message);
            return { name: `${method}: ${name}`, type, sender, text };
          }),
      );
    });
}
