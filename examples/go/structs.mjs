// Writes structs with their decoders and encoders.
import { comment, fieldNames, quote } from "./names.mjs";

/**
 * Returns the text of a struct with its methods.
 *
 * @param context Functions of `createTypes` that return the types and decoders
 *   of members.
 */
export function structText(name, type, doc, { go, decoder, hasNil }) {
  const properties = type.members.filter(({ kind }) => kind === "property");
  const index = type.members.find(({ kind }) => kind === "index");
  const rest = index?.type ?? { kind: "primitive", name: "unknown" };
  const fields = fieldNames(properties);
  const lines = { fields: [], decode: [], encode: [] };
  for (const { name: key, optional, type: inner, doc } of properties) {
    const field = fields.get(key);
    const path = name + field;
    const made = go(inner, path);
    const args = `(d, o, ${quote(key)}, ${decoder(inner, path)})`;
    const how = !optional
      ? "required"
      : hasNil(inner, made)
        ? "maybe"
        : "optional";
    lines.fields.push(
      `${comment(doc, "\t")}\t${field} ${how === "optional" ? "*" : ""}${made}\n`,
    );
    lines.decode.push(`\tt.${field} = ${how}${args}\n`);
    const put = `members[${quote(key)}] = t.${field}\n`;
    if (how === "required") lines.encode.push(`\t${put}`);
    else if (how === "optional")
      lines.encode.push(`\tputOptional(members, ${quote(key)}, t.${field})\n`);
    else lines.encode.push(`\tif t.${field} != nil {\n\t\t${put}\t}\n`);
  }
  const extra = go(rest, `${name}Value`);
  lines.fields.push(
    `\t// Extra holds the members that the type does not declare.\n\tExtra map[string]${extra}\n`,
  );
  return `${comment(doc)}type ${name} struct {\n${lines.fields.join("\n")}}

func decode${name}(d *decoder, v any) *${name} {
	t := &${name}{}
	o := d.object(v)
	if o == nil {
		return t
	}
${lines.decode.join("")}	t.Extra = rest(d, o, ${decoder(rest, `${name}Value`)})
	return t
}

// UnmarshalJSON decodes and validates a JSON text.
func (t *${name}) UnmarshalJSON(data []byte) error {
	made, err := decodeJSON(data, decode${name})
	if err == nil {
		*t = *made
	}
	return err
}

// MarshalJSON encodes the value, undeclared members included.
func (t ${name}) MarshalJSON() ([]byte, error) {
	members := open(t.Extra)
${lines.encode.join("")}	return json.Marshal(members)
}

// Validate returns a ValidationError with the paths of all problems.
func (t *${name}) Validate() error {
	return validate(t, decode${name})
}
`;
}
