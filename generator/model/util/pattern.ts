/**
 * Compiles a pattern of JSON Schema. Patterns that are invalid with the flag
 * `u` are compiled without it.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
