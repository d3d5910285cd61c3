// Names of Go types and fields.

/**
 * Names that the Go files of `runtime/` declare. Every generated package
 * contains these files.
 */
const FIXED =
  "Problem ValidationError Side Client Server Either Method Methods FindMethod Message DecodeMessage Decode";

/**
 * Names that every struct already uses: its methods, and `Extra`, the field
 * with the undeclared members.
 */
const RESERVED_FIELDS = ["Extra", "Validate", "MarshalJSON", "UnmarshalJSON"];

/**
 * Converts text to PascalCase: `_meta` becomes `Meta`, and `PARSE_ERROR`
 * becomes `ParseError`.
 */
export function toPascalCase(text) {
  const isConstant = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(text);
  const name = (isConstant ? text.toLowerCase() : text)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^[A-Z]/.test(name) ? name : `X${name}`;
}

/**
 * Returns the name, or the name followed by a number if the name is already
 * taken. Adds the result to `taken`.
 */
export function uniqueName(wanted, taken) {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
  taken.add(name);
  return name;
}

/**
 * Returns a set with the names that every generated package already declares.
 */
export function takenNames() {
  return new Set(FIXED.split(" "));
}

/** Returns the Go names of the members of a struct, by key. */
export function fieldNames(members) {
  const taken = new Set(RESERVED_FIELDS);
  return new Map(
    members.map(({ name }) => [name, uniqueName(toPascalCase(name), taken)]),
  );
}

/** Returns a Go comment with the first paragraph of a doc comment. */
export function comment(doc, indent = "") {
  const text = (doc?.text ?? "")
    .split("\n\n")[0]
    .replaceAll(/\s+/g, " ")
    .trim();
  const deprecated =
    doc?.deprecated == null
      ? ""
      : `${indent}// Deprecated: ${doc.deprecated.replaceAll(/\s+/g, " ").trim() || "Do not use."}\n`;
  if (!text) return deprecated;
  return `${indent}// ${text}\n${deprecated && `${indent}//\n${deprecated}`}`;
}

/** Returns a Go string literal. */
export function quote(text) {
  return JSON.stringify(text);
}
