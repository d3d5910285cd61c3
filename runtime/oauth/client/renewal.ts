/**
 * Check of the errors that occur when tokens are renewed: after some errors,
 * the user is not asked to sign in again.
 */
import { OAuthError } from "../errors.js";

/**
 * Error codes after which the user is not asked to sign in again: temporary
 * failures, and tokens that are not for the server.
 */
const FINAL_REASONS: readonly string[] = [
  "unreachable",
  "invalid_answer",
  "other_audience",
];

/**
 * Ignores an error with which the authorization server refused a request. The
 * caller can then try to obtain tokens in a different way.
 *
 * @throws the given error if it is temporary or did not come from the
 *   authorization server.
 */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
  if (FINAL_REASONS.includes(error.reason)) throw error;
}
