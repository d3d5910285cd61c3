import { DownloadFailure, shownUrl } from "./failure.js";

/**
 * The proxy that the environment names for an address, or null. The
 * variables are those that curl knows; lower case wins.
 *
 * @throws DownloadFailure for one that is no HTTP proxy.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | null {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = env[name] || env[name.toUpperCase()];
  if (!value) return null;
  if (isExempt(url, env["no_proxy"] || env["NO_PROXY"] || "")) return null;
  const text = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new DownloadFailure(
    "proxy",
    `${name.toUpperCase()} names no proxy that can be used.`,
    proxy
      ? `${shownUrl(proxy)} is not http:// or https://.`
      : "Its value is not a URL.",
  );
}

/** The header that names us to a proxy, when its URL holds a user. */
export function proxyAuthorization(proxy: URL): Record<string, string> {
  if (!proxy.username && !proxy.password) return {};
  const pair = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
  return {
    "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}`,
  };
}

/** A `%` that begins no escape is meant as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `NO_PROXY`: names (with all below them), addresses, `name:port`, `*`. */
function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry);
      const name = bare(match?.[1] ?? entry).replace(/^\*?\./, "");
      if (match?.[2] !== undefined && match[2] !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

function bare(host: string): string {
  return host.replace(/^\[|\]$|\.$/g, "");
}
