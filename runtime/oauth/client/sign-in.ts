/**
 * Obtains tokens for one MCP server: with the refresh token of another server's
 * sign-in, or with the client's OAuth grant.
 */
import { withoutSecrets } from "../../http/client/redirect.js";
import { ignoreRefusal } from "./renewal.js";
import { TokenPermit, type PermitRequest } from "./permit/permit.js";
import { isExpired, TokenEntry, unionScopes } from "./stored-tokens.js";
import { createGrantRequest, createRefresh } from "./token-request.js";
import type { OAuthState } from "./token-request.js";
import type { SignInLimit } from "./permit/sign-in-limit.js";
import type { StoredTokens } from "./stored-tokens.js";
import type { Unauthorized } from "../../http/client/authorizer.js";

/**
 * Request that the MCP server refused. Contains only the members that are
 * needed for authorization.
 */
export interface RefusedRequest extends Pick<
  Unauthorized,
  "headers" | "signal" | "name" | "approve" | "background"
> {
  /**
   * Whether the program itself asked for the sign-in. Such a sign-in does not
   * count towards the limit of sign-ins for the server.
   */
  readonly isExplicit?: boolean | undefined;
}

/** Sign-in for one MCP server. */
export interface SignIn {
  readonly permitRequest: PermitRequest;
  readonly state: OAuthState;
  /** Store entry of the server's tokens. */
  readonly entry: TokenEntry;
  readonly scopes: readonly string[];
  readonly refused: RefusedRequest;
  readonly limit: SignInLimit;
  /** Returns whether tokens are valid and differ from the refused tokens. */
  isNew(tokens: StoredTokens | undefined): boolean;
}

type Approval = "approved" | "allowed" | "refused";

/**
 * Obtains tokens. Returns `false` when the user declines, or may not be asked.
 * The user is asked for consent outside of the issuer's queue, so that an
 * unanswered question delays no other server.
 */
export async function signIn(flow: SignIn): Promise<boolean> {
  const { permitRequest, state, entry, refused } = flow;
  const { issuer } = permitRequest.authorizationServer;
  const isFirst = (await entry.current())?.from === undefined;
  let approval: Approval | undefined;
  if (!state.grant.asksUser) approval = "allowed";
  else if (isFirst) approval = await askApproval(flow, issuer);
  for (;;) {
    if (approval === "refused") return false;
    const isAsked = approval !== undefined;
    const outcome = await state.enqueue(issuer, () => obtain(flow, isAsked));
    if (outcome === "obtained") return true;
    approval ??= await askApproval(flow, issuer);
    if (approval === "refused") return false;
    if (outcome === "no permit") {
      const isApproved = approval === "approved";
      if (!(await TokenPermit.ask(permitRequest, refused.name, isApproved)))
        return false;
    }
  }
}

/** Asks the hook of a host whether the user may be asked to sign in. */
async function askApproval(
  { permitRequest, refused, limit }: SignIn,
  issuer: string,
): Promise<Approval> {
  const { approve, background, isExplicit, signal } = refused;
  if (background) return "refused";
  if (!isExplicit) limit.start(withoutSecrets(permitRequest.url));
  const approval = (await approve?.(issuer)) ?? "allowed";
  signal.throwIfAborted();
  return approval;
}

/**
 * Obtains tokens, but does not ask the user for consent. Returns `no permit` if
 * consent is needed. Returns `not asked` if the grant is needed to obtain
 * tokens, but `isAsked` is false.
 *
 * @param isAsked Whether the grant may involve the user.
 */
async function obtain(
  flow: SignIn,
  isAsked: boolean,
): Promise<"obtained" | "no permit" | "not asked"> {
  const { permitRequest, state, entry, scopes, refused } = flow;
  const { signal, name } = refused;
  signal.throwIfAborted();
  const before = await entry.reload();
  // Check again: a sign-in that was queued before this one may have obtained
  // the tokens.
  if (flow.isNew(before)) return "obtained";
  const permit = await TokenPermit.find(permitRequest);
  if (!permit) return "no permit";
  const { authorizationServer: server, resource } = permit;
  const { issuer } = server;
  const offline =
    state.grant.asksUser &&
    scopes.length > 0 &&
    server.scopes.includes("offline_access");
  const wanted = unionScopes(scopes, offline ? ["offline_access"] : []);
  // Do not reuse the sign-in of a different server if this MCP server has just
  // refused a token from that sign-in.
  const mayReuse = before?.from === undefined || isExpired(before);
  if (mayReuse && (await reuseSignIn(flow, permit, wanted))) return "obtained";
  if (!isAsked) return "not asked";
  const context = { url: permitRequest.url, permit, oauthState: state };
  const request = createGrantRequest(context, wanted, signal);
  const tokens = await state.grant.run({ ...request, name });
  if (tokens.refreshToken) state.signIns.set(issuer, entry);
  await permit.use();
  // RFC 6749, section 5.1: without `scope` in the response, the server granted
  // the requested scopes.
  const all = unionScopes(scopes, tokens.scopes);
  await entry.put({ ...tokens, scopes: all, issuer, resource });
  return "obtained";
}

/**
 * Obtains tokens for this server with the refresh token of another server's
 * sign-in at the same issuer (RFC 8707, section 2.2). The user therefore signs
 * in only once per issuer. Returns whether tokens were obtained.
 */
async function reuseSignIn(
  { permitRequest, state, entry, refused }: SignIn,
  permit: TokenPermit,
  scopes: readonly string[],
): Promise<boolean> {
  const { store, signIns } = state;
  const { resource } = permit;
  const { issuer } = permit.authorizationServer;
  const key = (await entry.current())?.from;
  const signInEntry = key ? new TokenEntry(store, key) : signIns.get(issuer);
  const source = await signInEntry?.current();
  if (!signInEntry || !source || signInEntry.key === entry.key) return false;
  const context = { url: permitRequest.url, permit, oauthState: state };
  const refresh = createRefresh(context, source, scopes);
  const tokens = await signInEntry.exchangeFor(
    (refreshToken) => refresh(refreshToken).catch(ignoreRefusal),
    refused.signal,
  );
  if (!tokens) return false;
  await permit.use();
  const all = unionScopes(scopes, tokens.scopes);
  const stored = {
    ...permit.accept(tokens),
    refreshToken: undefined,
    scopes: all,
  };
  await entry.put({ ...stored, issuer, resource, from: signInEntry.key });
  return true;
}
