/**
 * Decides after which errors of a token renewal the user is asked to sign in
 * again.
 */
import { OAuthError } from "../errors.js";

/**
 * Codes of errors after which the user is not asked to sign in again: temporary
 * failures, and tokens that were issued for another server.
 */
const FINAL_REASONS: readonly string[] = [
  "unreachable",
  "invalid_answer",
  "other_audience",
];

/**
 * Ignores an error if the authorization server refused the request. The caller
 * can then try to obtain tokens in a different way.
 *
 * @throws the given error if it is temporary, did not come from the
 *   authorization server, or is about a token for another server.
 */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
  if (FINAL_REASONS.includes(error.reason)) throw error;
}
