/**
 * Returns a description of a file's probable content, such as `an HTML page`.
 * Error messages contain the description. Returns null if the content is not
 * recognized.
 */
export function appearance(bytes: Buffer): string | null {
  if (bytes.length === 0) return "empty";
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip-compressed";
  const start = bytes.subarray(0, 4096).toString("utf8");
  if (start.startsWith("PK\u0003\u0004")) return "a zip file";
  if (/^\s*(<!doctype html|<html)/i.test(start)) return "an HTML page";
  if (start.startsWith("version https://git-lfs"))
    return "a Git LFS pointer instead of the file";
  if (bytes.subarray(0, 4096).includes(0)) return "a binary file";
  const version = /LATEST_PROTOCOL_VERSION\s*=\s*["']([\w.-]{1,40})["']/.exec(
    bytes.toString("utf8"),
  )?.[1];
  if (version !== undefined) return `the schema of ${version}`;
  if (/^\s*[{[]/.test(start)) return "JSON";
  return null;
}
