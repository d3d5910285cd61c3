/**
 * Declarations of the package `oidc-provider`, which has no types. Contains
 * only what the tests use.
 */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
