/** Authorization of a host's requests to servers, with consent and audit. */
import { asError } from "../../json-rpc/messages/errors.js";
import { withoutSecrets } from "../../http/client/redirect.js";
import type { Authorizer, Unauthorized } from "../../http/client/authorizer.js";
import type { ServerGuard } from "./guarded.js";

/**
 * Returns an authorizer for one server of a host. The authorizer asks for
 * consent before the user signs in.
 */
export function authorizeWithConsent(
  authorizer: Authorizer,
  { server: name, consents, record }: Omit<ServerGuard, "inputs">,
): Authorizer {
  return {
    headers: (request) => authorizer.headers(request),
    async challenged(challenge, request) {
      const url = withoutSecrets(request.server);
      /**
       * Function that completes the audit entry of the sign-in. Undefined until
       * the sign-in is allowed.
       */
      let ended: ((error?: Error) => void) | undefined;
      const approve: Unauthorized["approve"] = async (issuer) => {
        const done = record("authorization", issuer);
        const about = { url, issuer };
        const { decision } = await consents
          .ask("signIn", name, about, about, null)
          .catch((error: unknown) => {
            done("failed", [], asError(error));
            throw error;
          });
        if (decision === "refused") done(decision, []);
        else ended = (error) => done(error ? "failed" : decision, [], error);
        return decision;
      };
      try {
        const approvable = { ...request, name, approve };
        const isAuthorized = await authorizer.challenged(challenge, approvable);
        ended?.();
        return isAuthorized;
      } catch (error) {
        ended?.(asError(error));
        throw error;
      }
    },
  };
}
