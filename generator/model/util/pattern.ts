/** A pattern as JSON Schema has it; older ones are none with the `u` flag. */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
