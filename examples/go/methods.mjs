// Writes the table of methods and the decoders of responses.
import { quote, toPascalCase } from "./names.mjs";

/** Returns the Go text of the methods of a resolved model. */
export function writeMethods(model, types) {
  const rows = model.methods.map((method) => {
    const path = toPascalCase(method.method);
    const results = [method.result, method.taskResult].filter(Boolean);
    const decoders = results.map(
      (type, n) => `as[any](${types.decoder(type, `${path}Result${n || ""}`)})`,
    );
    const result =
      decoders.length < 2
        ? (decoders[0] ?? "decodeNever")
        : `either(${decoders.join(", ")})`;
    const { kind, sender, embedded, declaration, capability } = method;
    const values = [
      quote(method.method),
      quote(kind),
      quote(sender),
      embedded,
      quote(capability ?? ""),
      `as[any](decode${types.names.get(declaration)})`,
      result,
    ];
    return `\t{${values.join(", ")}},\n`;
  });
  return `// Methods lists all methods of the revision.
var Methods = []Method{\n${rows.join("")}}

${writeResponse("Result")}
${writeResponse("Error")}`;

  /** Returns the decoder of the JSON-RPC responses of one kind. */
  function writeResponse(title) {
    const found = model.messages.find(
      ({ kind }) => kind === title.toLowerCase(),
    );
    const decode = found
      ? `decode${types.names.get(found.declaration)}`
      : "decodeAny";
    return `func decode${title}Message(d *decoder, v any) any {\n\treturn ${decode}(d, v)\n}\n`;
  }
}
