import { errorsOf } from "../../support/errors.js";

const NETWORK_FIX =
  "Check the connection and try again. Behind a proxy, set HTTPS_PROXY; without a way out, pass --mirror URL.";

/**
 * Mistakes about upstream's own file. MCP02x the kept one, MCP03x and MCP040
 * fetching it.
 */
export const pullError = errorsOf({
  MCP020: {
    title: "Not pulled",
    cause: "Upstream's file is not in the cache folder.",
    fix: "Run: mcp-codegen schema pull --all",
  },
  MCP021: {
    title: "Kept file is damaged",
    cause: "Its sha256 is not the pinned one.",
    fix: "Run: mcp-codegen schema pull --all",
  },
  MCP022: {
    title: "Kept file is unreadable",
    cause: "The system refuses to read it.",
    fix: "Give yourself the permission, or choose another cache folder with MCP_CODEGEN_CACHE and pull again.",
  },
  MCP023: {
    title: "Cache folder is not writable",
    cause: "The system refuses to write there.",
    fix: "Mend it, or choose another cache folder with MCP_CODEGEN_CACHE, and pull again.",
  },
  MCP030: {
    title: "Bad mirror",
    cause:
      "A mirror is reached over HTTPS; plain HTTP is for this machine only.",
    fix: "Pass a base URL to which <commit>/<path> is appended: https://mirror.example/mcp/",
  },
  MCP031: {
    title: "Time-out",
    cause: "The file did not come in time.",
    fix: NETWORK_FIX,
  },
  MCP032: {
    title: "Truncated download",
    cause: "The connection was closed before the end of the file.",
    fix: "Nothing was kept. Try again.",
  },
  MCP033: {
    title: "Too large",
    cause: "More came than upstream's file has.",
    fix: "Nothing was kept. Check what stands at this address: upstream's file never changes at a pinned commit.",
  },
  MCP034: {
    title: "Wrong file",
    cause: "Its sha256 is not the pinned one.",
    fix: "Nothing was kept. Try again without a cache or filter in between; a mirror must hold upstream's bytes, line ends included.",
  },
  MCP035: {
    title: "No such file",
    cause: "Nothing stands at this address.",
    fix: "Check the address; a mirror serves <commit>/<path> below the base URL.",
  },
  MCP036: {
    title: "Refused by the server",
    cause: "The server answered with an error.",
    fix: "Try again later, or pass --mirror URL.",
  },
  MCP037: {
    title: "Redirect is not followed",
    cause: "It leads away from HTTPS, in a circle, or too far.",
    fix: "Pass the address where the files are with --mirror URL.",
  },
  MCP038: {
    title: "Unreachable",
    cause: "No connection came about.",
    fix: NETWORK_FIX,
  },
  MCP039: {
    title: "No trusted connection",
    cause: "The server's certificate is not trusted.",
    fix: "Have the certificate's authority trusted: NODE_EXTRA_CA_CERTS names a file with it.",
  },
  MCP040: {
    title: "Proxy failure",
    cause: "The proxy that the environment names can not be used.",
    fix: "Check HTTPS_PROXY and HTTP_PROXY (http://user:password@host:port), or except the host with NO_PROXY.",
  },
});
