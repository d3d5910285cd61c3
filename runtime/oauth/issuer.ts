import { withoutSecrets } from "../http/client/redirect.js";
import { OAuthError } from "./errors.js";
import {
  describeUrl,
  requestDocument,
  type JsonDocument,
  type DocumentRequest,
} from "./web.js";

/**
 * Function that fetches a JSON document from a URL. Resolves with `undefined`
 * if there is no document at the URL.
 */
export type FetchDocument = (url: string) => Promise<JsonDocument | undefined>;

/**
 * Returns a function that fetches JSON documents over HTTP. A response with
 * status 429 or 5xx is an error, because it does not mean that the document is
 * missing.
 */
export function createDocumentFetcher(
  how: Pick<DocumentRequest, "fetch" | "signal">,
): FetchDocument {
  return async (address) => {
    const { status, document } = await requestDocument(address, how);
    if (status >= 500 || status === 429)
      throw new OAuthError(
        "unreachable",
        `${withoutSecrets(address)} responded with status ${status}`,
      );
    return status === 200 ? document : undefined;
  };
}

/**
 * Fetches the metadata of an authorization server (RFC 8414, OpenID Connect
 * Discovery). Tries the well-known URLs in the order that MCP's authorization
 * specification requires. Returns `undefined` if there is no document at any of
 * these URLs.
 *
 * @param names Values of `issuer` that are accepted in the metadata.
 * @throws OAuthError `other_issuer` when the metadata names a different issuer.
 */
export async function fetchIssuerMetadata(
  issuer: string,
  ask: FetchDocument,
  names: readonly unknown[] = [issuer],
): Promise<JsonDocument | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = trimTrailingSlash(pathname);
  const openid = "/.well-known/openid-configuration";
  for (const url of new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${openid}${path}`,
    `${origin}${path}${openid}`,
  ])) {
    const metadata = await ask(url);
    if (metadata === undefined) continue;
    if (names.includes(metadata.issuer)) return metadata;
    const named = describeUrl(metadata.issuer);
    const text = `The metadata at ${url} names the issuer ${named} instead of ${issuer}`;
    throw new OAuthError("other_issuer", text);
  }
  return undefined;
}

export function trimTrailingSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Returns whether two URLs are equal, except for a slash at the end of the
 * path. Returns `false` if one of the texts is not a URL, or has a fragment.
 */
export function isSameUrl(left: string, right: string): boolean {
  if (!URL.canParse(left) || !URL.canParse(right)) return false;
  const [one, other] = [new URL(left), new URL(right)];
  return (
    one.origin === other.origin &&
    trimTrailingSlash(one.pathname) === trimTrailingSlash(other.pathname) &&
    one.search === other.search &&
    one.hash + other.hash === ""
  );
}
