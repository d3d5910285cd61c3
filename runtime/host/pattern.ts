/** Returns whether a name matches a pattern, in which `*` matches any text. */
export function matchesPattern(name: string, pattern: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return name === pattern;
  let at = start.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return (
    name.startsWith(start) &&
    name.endsWith(end) &&
    name.length - end.length >= at
  );
}
