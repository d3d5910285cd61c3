/** Returns true if npm accepts `name` as the name of a package. */
export function isPackageName(name: unknown): name is string {
  return (
    typeof name === "string" &&
    name.length <= 214 &&
    /^(?:@[a-z\d-][a-z\d._-]*\/)?[a-z\d-][a-z\d._-]*$/.test(name)
  );
}
