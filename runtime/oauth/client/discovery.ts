/** Who gives out the tokens of a server: RFC 9728, RFC 8414, OpenID Connect. */
import { OAuthError } from "../errors.js";
import {
  askingWith,
  issuerMetadata,
  withoutEnd,
  type AskFor,
} from "../issuer.js";
import { safeAddress, type Document } from "../web.js";
import type { OAuthOptions } from "./options.js";
import type { AuthorizationServer } from "./types.js";

/** What there is to know before tokens can be asked for. */
export interface Authorization {
  readonly authorizationServer: AuthorizationServer;
  /** What tokens are for, as the server spells it. */
  readonly resource: string;
  /** Scopes that its metadata lists. */
  readonly scopes: readonly string[] | undefined;
}

/**
 * Finds the authorization server of the MCP server at `url`, and asks it for its
 * metadata: always anew, as it may be another one by now.
 *
 * @param metadata Address of the resource's metadata, if a challenge named it.
 * @throws OAuthError when there is none, or what is found is not to be trusted.
 */
export async function findAuthorization(
  url: string,
  metadata: string | undefined,
  { fetch, credentials = [] }: OAuthOptions,
  signal: AbortSignal,
): Promise<Authorization> {
  const ask = askingWith({ fetch, signal });
  const resource = await resourceMetadata(url, metadata, ask);
  if (resource === undefined) return withoutMetadata(url, ask);
  const issuers = texts(resource.authorization_servers);
  const own = [credentials].flat().map(({ issuer }) => issuer);
  const issuer = issuers?.find((one) => own.includes(one)) ?? issuers?.[0];
  if (issuer === undefined)
    throw new OAuthError("no_server", `${url} names no authorization server`);
  const found = await serverMetadata(issuer, url, ask);
  if (found === undefined)
    throw new OAuthError("no_metadata", `${issuer} has no metadata`);
  return {
    authorizationServer: found,
    resource: resource.resource,
    scopes: texts(resource.scopes_supported),
  };
}

/** @throws OAuthError when what is there is of another resource. */
async function resourceMetadata(
  url: string,
  named: string | undefined,
  ask: AskFor,
): Promise<(Document & { readonly resource: string }) | undefined> {
  const { origin, pathname } = new URL(url);
  const known = `${origin}/.well-known/oauth-protected-resource`;
  const places =
    named === undefined
      ? [...new Set([known + withoutEnd(pathname), known])]
      : [safeAddress(named, url, "The address of the metadata").href];
  for (const place of places) {
    const found = await ask(place);
    if (found === undefined) continue;
    const { resource } = found;
    if (typeof resource === "string" && covers(resource, url))
      return { ...found, resource };
    const whose = JSON.stringify(resource);
    const text = `${place} is the metadata of ${whose}, which is not ${origin}${pathname}`;
    throw new OAuthError("other_resource", text);
  }
  if (named === undefined) return undefined;
  throw new OAuthError("no_metadata", `There is nothing at ${places[0]}`);
}

/** Whether a resource is the server at `url`, or one that it is a part of. */
function covers(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false;
  const whole = new URL(resource);
  const part = new URL(url);
  const path = withoutEnd(whole.pathname);
  return (
    whole.origin === part.origin &&
    whole.hash === "" &&
    (withoutEnd(part.pathname) === path || part.pathname.startsWith(`${path}/`))
  );
}

/**
 * An authorization server's own word of itself, in the order of the specification;
 * undefined when it has none.
 *
 * @throws OAuthError when it is of another issuer, or names what is not safe.
 */
async function serverMetadata(
  issuer: string,
  from: string,
  ask: AskFor,
  names: readonly string[] = [issuer],
): Promise<AuthorizationServer | undefined> {
  safeAddress(issuer, from, "The issuer");
  const found = await issuerMetadata(issuer, ask, names);
  return found && serverOf(found, String(found.issuer), from);
}

function serverOf(
  found: Document,
  issuer: string,
  from: string,
): AuthorizationServer {
  const endpoint = (name: string): string | undefined =>
    found[name] === undefined
      ? undefined
      : safeAddress(found[name], from, `${name} of ${issuer}`).href;
  const tokenEndpoint = endpoint("token_endpoint");
  if (tokenEndpoint === undefined)
    throw new OAuthError("no_metadata", `${issuer} has no token_endpoint`);
  const challenges = texts(found.code_challenge_methods_supported);
  return {
    issuer,
    tokenEndpoint,
    authorizationEndpoint: endpoint("authorization_endpoint"),
    registrationEndpoint: endpoint("registration_endpoint"),
    deviceEndpoint: endpoint("device_authorization_endpoint"),
    scopes: texts(found.scopes_supported) ?? [],
    methods: texts(found.token_endpoint_auth_methods_supported),
    grants: texts(found.grant_types_supported),
    hasPkce: challenges?.includes("S256") ?? false,
    takesDocuments: found.client_id_metadata_document_supported === true,
    saysIssuer: found.authorization_response_iss_parameter_supported === true,
  };
}

/**
 * As MCP had it at first: a server without resource metadata issues its own tokens,
 * and one without any has the paths of that revision.
 */
async function withoutMetadata(
  url: string,
  ask: AskFor,
): Promise<Authorization> {
  const { origin: issuer, pathname } = new URL(url);
  safeAddress(issuer, url, "The server");
  // Nobody has said how it spells itself, and servers of the official SDK end in one.
  const names = [issuer, `${issuer}/`];
  const found = await serverMetadata(issuer, url, ask, names);
  const authorizationServer = found ?? {
    issuer,
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: `${issuer}/token`,
    registrationEndpoint: `${issuer}/register`,
    deviceEndpoint: undefined,
    scopes: [],
    methods: undefined,
    grants: undefined,
    hasPkce: true,
    takesDocuments: false,
    saysIssuer: false,
  };
  const resource = issuer + withoutEnd(pathname);
  return { authorizationServer, resource, scopes: undefined };
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === "string")
    ? (value as readonly string[])
    : undefined;
}
