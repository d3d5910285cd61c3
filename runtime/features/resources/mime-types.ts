/** MIME types of common files by file extension. */
const MIME_TYPES: { readonly [extension: string]: string } = {
  ".avif": "image/avif",
  ".c": "text/x-c",
  ".css": "text/css",
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".gz": "application/gzip",
  ".htm": "text/html",
  ".html": "text/html",
  ".ico": "image/vnd.microsoft.icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".jsonl": "application/jsonl",
  ".log": "text/plain",
  ".md": "text/markdown",
  ".mjs": "text/javascript",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".ogg": "audio/ogg",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".py": "text/x-python",
  ".rs": "text/x-rust",
  ".sh": "application/x-sh",
  ".sql": "application/sql",
  ".svg": "image/svg+xml",
  ".toml": "application/toml",
  ".ts": "text/x-typescript",
  ".tsv": "text/tab-separated-values",
  ".txt": "text/plain",
  ".wasm": "application/wasm",
  ".wav": "audio/wav",
  ".webm": "video/webm",
  ".webp": "image/webp",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".zip": "application/zip",
};

/**
 * Returns the MIME type for a file name. Returns `undefined` if the file
 * extension is unknown.
 */
export function getMimeType(
  path: string,
  own: { readonly [extension: string]: string } = {},
): string | undefined {
  const extension = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "";
  for (const types of [own, MIME_TYPES]) {
    if (Object.hasOwn(types, extension)) return types[extension];
  }
  return undefined;
}
