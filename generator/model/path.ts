/** `Tool.annotations`, `Result._meta["a/b"]`, `Down[string]`. */
export function memberPath(owner: string, name: string): string {
  if (name.startsWith("[")) return `${owner}${name}`;
  return /^[\w$]+$/.test(name)
    ? `${owner}.${name}`
    : `${owner}[${JSON.stringify(name)}]`;
}
