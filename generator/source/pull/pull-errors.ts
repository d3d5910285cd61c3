import { createErrors } from "../../support/errors.js";

const NETWORK_FIX =
  "Check the network connection and run the command again. Behind a proxy, set HTTPS_PROXY. Without access to the internet, pass --mirror URL.";

/**
 * Diagnostics about upstream's schema file: MCP02x for the cached file, MCP03x
 * and MCP040 for the download.
 */
export const pullError = createErrors({
  MCP020: {
    title: "Upstream's file was not pulled",
    cause:
      "The file that upstream published for this revision is not in the cache folder.",
    fix: "Run: mcp-codegen schema pull --all",
  },
  MCP021: {
    title: "Cached file is damaged",
    cause:
      "The sha256 of the cached file differs from the pinned sha256 of upstream's file.",
    fix: "Run: mcp-codegen schema pull --all",
  },
  MCP022: {
    title: "Cached file is unreadable",
    cause: "The operating system denied reading the cached file.",
    fix: "Give yourself read permission, or set MCP_CODEGEN_CACHE to another folder and run: mcp-codegen schema pull --all",
  },
  MCP023: {
    title: "Cache folder is not writable",
    cause: "The operating system denied writing to the cache folder.",
    fix: "Give yourself write permission, or set MCP_CODEGEN_CACHE to another folder. Then run: mcp-codegen schema pull --all",
  },
  MCP030: {
    title: "Invalid mirror URL",
    cause:
      "The URL of a mirror must use HTTPS. Plain HTTP is allowed only for a mirror on this machine.",
    fix: "Pass a base URL to which <commit>/<path> is appended: https://mirror.example/mcp/",
  },
  MCP031: {
    title: "Download timed out",
    cause: "The server did not send the whole file in time.",
    fix: NETWORK_FIX,
  },
  MCP032: {
    title: "Truncated download",
    cause: "The connection was closed before the end of the file.",
    fix: "Nothing was saved. Run the command again.",
  },
  MCP033: {
    title: "Download is too large",
    cause: "The response is larger than upstream's file.",
    fix: "Nothing was saved. Check which file the server returns: upstream's file never changes at a pinned commit.",
  },
  MCP034: {
    title: "Downloaded file is not upstream's file",
    cause:
      "The sha256 of the downloaded file differs from the pinned sha256 of upstream's file.",
    fix: "Nothing was saved. Run the command again without a cache or filter in between. A mirror must serve upstream's exact bytes, line ends included.",
  },
  MCP035: {
    title: "No file at the download URL",
    cause: "The server has no file at the URL that the message shows.",
    fix: "Check the address. A mirror serves <commit>/<path> below the base URL.",
  },
  MCP036: {
    title: "Server refused the request",
    cause: "The server answered the download request with an error status.",
    fix: "Run the command again later, or pass --mirror URL.",
  },
  MCP037: {
    title: "Redirect was not followed",
    cause:
      "The redirect leads away from HTTPS, forms a loop, or is one of too many.",
    fix: "Pass the final address of the files with --mirror URL.",
  },
  MCP038: {
    title: "Server is unreachable",
    cause: "No connection to the download server could be established.",
    fix: NETWORK_FIX,
  },
  MCP039: {
    title: "Certificate of the server is not trusted",
    cause: "The certificate of the server was issued by an unknown authority.",
    fix: "Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority.",
  },
  MCP040: {
    title: "Proxy failure",
    cause: "The proxy in HTTPS_PROXY or HTTP_PROXY cannot be used.",
    fix: "Check the variable (http://user:password@host:port), or list the host in NO_PROXY.",
  },
});
