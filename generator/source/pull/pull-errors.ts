import { createErrors } from "../../support/errors.js";

const NETWORK_FIX =
  "Check the network connection and run the command again. Behind a proxy, set HTTPS_PROXY. Without access to the internet, pass --mirror URL.";

/**
 * Diagnostics about upstream's schema file: MCP02x for the cached file, MCP03x
 * and MCP040 for the download.
 */
export const pullError = createErrors({
  MCP020: {
    title: "Original schema.ts was not downloaded",
    cause:
      "The cache folder does not contain the original schema.ts of the revision, from the repository of the specification.",
    fix: "Run: mcp-codegen schema pull --all",
  },
  MCP021: {
    title: "Cached file is damaged",
    cause:
      "The sha256 of the cached file differs from the known sha256 of the original schema.ts.",
    fix: "Run: mcp-codegen schema pull --all",
  },
  MCP022: {
    title: "Cached file is unreadable",
    cause: "The operating system denied reading the cached file.",
    fix: "Give yourself read permission for the cached file, or set MCP_CODEGEN_CACHE to another folder and run: mcp-codegen schema pull --all",
  },
  MCP023: {
    title: "Cache folder is not writable",
    cause: "The operating system denied writing to the cache folder.",
    fix: "Give yourself write permission for the cache folder, or set MCP_CODEGEN_CACHE to another folder. In both cases, run: mcp-codegen schema pull --all",
  },
  MCP030: {
    title: "Invalid mirror URL",
    cause:
      "The URL of a mirror must use HTTPS. Plain HTTP is allowed only for a mirror on this machine.",
    fix: "Pass a base URL to which <commit>/<path> is appended: https://mirror.example/mcp/",
  },
  MCP031: {
    title: "Download timed out",
    cause: "The download server did not send the whole file in time.",
    fix: NETWORK_FIX,
  },
  MCP032: {
    title: "Truncated download",
    cause:
      "The connection to the download server was closed before the whole file had arrived.",
    fix: "Run the command again. The incomplete file was not saved.",
  },
  MCP033: {
    title: "Download is too large",
    cause:
      "The response is larger than the original schema.ts of the revision.",
    fix: "Open the download URL in a browser to see which file the download server returns. If the file is not the original schema.ts, pass --mirror URL. The downloaded file was not saved.",
  },
  MCP034: {
    title: "Downloaded file is not the original schema.ts",
    cause:
      "The sha256 of the downloaded file differs from the known sha256 of the original schema.ts.",
    fix: "Run the command again on a network without an HTTP cache or filter that changes downloads. A mirror must serve the exact bytes of the original file, line ends included. The downloaded file was not saved.",
  },
  MCP035: {
    title: "No file at the download URL",
    cause: "The download server has no file at the URL that the message shows.",
    fix: "Check the URL of --mirror: the mirror must serve <commit>/<path> below its base URL.",
  },
  MCP036: {
    title: "Server refused the request",
    cause: "The download server answered the request with an error status.",
    fix: "Run the command again later, or pass --mirror URL.",
  },
  MCP037: {
    title: "Redirect was not followed",
    cause:
      "The download server redirects to a URL without HTTPS, redirects in a loop, or redirects too many times.",
    fix: "With --mirror URL, pass the URL to which the download server redirects.",
  },
  MCP038: {
    title: "Server is unreachable",
    cause: "No connection to the download server could be established.",
    fix: NETWORK_FIX,
  },
  MCP039: {
    title: "Certificate of the server is not trusted",
    cause:
      "The certificate of the download server is invalid, or the issuer of the certificate is not a certificate authority that Node.js trusts.",
    fix: "Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the download server's certificate authority.",
  },
  MCP040: {
    title: "Proxy failure",
    cause: "The proxy in HTTPS_PROXY or HTTP_PROXY cannot be used.",
    fix: "Set HTTPS_PROXY or HTTP_PROXY to http://user:password@host:port, or list the download server in NO_PROXY.",
  },
});
