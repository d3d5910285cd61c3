/**
 * Compiles a regular expression of JSON Schema. An expression that is invalid
 * with the flag `u` is compiled without this flag.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
