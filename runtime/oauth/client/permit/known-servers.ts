/**
 * Records of the MCP servers for which each authorization server has issued
 * tokens. The records are in the store.
 */
import { parseDocument } from "../../web.js";
import type { OAuthStore } from "../stores/store.js";
import type { AuthorizationServer } from "../types.js";

/**
 * Returns true if the issuer has issued tokens for this resource before, or has
 * not issued tokens for any resource yet.
 */
export async function isKnownResource(
  store: OAuthStore,
  { issuer }: AuthorizationServer,
  resource: string,
): Promise<boolean> {
  const known = parseNames(await store.get(getResourcesKey(issuer)));
  return known.length === 0 || known.includes(resource);
}

/**
 * Returns whether an issuer may use the endpoints in its metadata. Returns
 * false if only other issuers have used an endpoint, and none of them has
 * issued tokens for this resource. This check prevents a malicious issuer from
 * using the endpoints of an honest issuer.
 */
export async function ownsEndpoints(
  store: OAuthStore,
  server: AuthorizationServer,
  resource: string,
): Promise<boolean> {
  for (const key of getEndpointKeys(server)) {
    const users = parseNames(await store.get(key));
    if (users.length === 0 || users.includes(server.issuer)) continue;
    // Allow the endpoint if another issuer has used it to issue tokens for the
    // same resource. It is then probably the same authorization server with a
    // new issuer identifier.
    const resources = await Promise.all(
      users.map((user) => store.get(getResourcesKey(String(user)))),
    );
    if (!resources.flatMap(parseNames).includes(resource)) return false;
  }
  return true;
}

/** Saves that an issuer may issue tokens for a resource. */
export async function saveResource(
  store: OAuthStore,
  server: AuthorizationServer,
  resource: string,
): Promise<void> {
  const { issuer } = server;
  await changeNames(store, getResourcesKey(issuer), (known) => [
    ...known,
    resource,
  ]);
  for (const key of getEndpointKeys(server))
    await changeNames(store, key, (known) => [...known, issuer]);
}

/** Deletes the record of a resource after the user has signed out. */
export async function forgetResource(
  store: OAuthStore,
  issuer: string,
  resource: string,
): Promise<void> {
  await changeNames(store, getResourcesKey(issuer), (known) =>
    known.filter((other) => other !== resource),
  );
}

function getResourcesKey(issuer: string): string {
  return `resources of ${issuer}`;
}

function getEndpointKeys({
  tokenEndpoint,
  authorizationEndpoint,
  deviceEndpoint,
}: AuthorizationServer): readonly string[] {
  return [tokenEndpoint, authorizationEndpoint, deviceEndpoint]
    .filter((endpoint) => endpoint !== undefined)
    .map((endpoint) => `issuers of ${endpoint}`);
}

function parseNames(text: string | undefined): readonly unknown[] {
  const { names } = parseDocument(text ?? "") ?? {};
  return Array.isArray(names) ? names : [];
}

async function changeNames(
  store: OAuthStore,
  key: string,
  edit: (known: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  for (;;) {
    const text = await store.get(key);
    const known = parseNames(text);
    const names = [...new Set(edit(known))];
    if (names.length === known.length) return;
    const next = names.length > 0 ? JSON.stringify({ names }) : undefined;
    if (await store.swap(key, text, next)) return;
  }
}
