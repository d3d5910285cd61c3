import { OAuthError } from "./errors.js";
import { askDocument, type Document, type DocumentRequest } from "./web.js";

/** Asks an address for a document; undefined when there is none. */
export type AskFor = (url: string) => Promise<Document | undefined>;

/** Asks over the web; that a server is too busy to tell is no answer. */
export function askingWith(how: DocumentRequest): AskFor {
  return async (address) => {
    const { status, document } = await askDocument(address, how);
    if (status >= 500 || status === 429)
      throw new OAuthError("unreachable", `${address} answered ${status}`);
    return status === 200 ? document : undefined;
  };
}

/**
 * An authorization server's own word of itself (RFC 8414, OpenID Connect), in the
 * order of the specification; undefined when it has none.
 *
 * @param names What it may call itself.
 * @throws OAuthError when what is there is of another issuer.
 */
export async function issuerMetadata(
  issuer: string,
  ask: AskFor,
  names: readonly unknown[] = [issuer],
): Promise<Document | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = withoutEnd(pathname);
  const openid = "/.well-known/openid-configuration";
  for (const place of new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${openid}${path}`,
    `${origin}${path}${openid}`,
  ])) {
    const found = await ask(place);
    if (found === undefined) continue;
    if (names.includes(found.issuer)) return found;
    const whose = JSON.stringify(found.issuer);
    const text = `${place} is the metadata of ${whose}, and not of ${issuer}`;
    throw new OAuthError("other_issuer", text);
  }
  return undefined;
}

export function withoutEnd(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
