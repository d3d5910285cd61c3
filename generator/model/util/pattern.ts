/**
 * Compiles a regular expression of JSON Schema. If the expression is invalid
 * with the flag `u`, it is compiled without the flag.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
