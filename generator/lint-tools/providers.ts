/**
 * Rules of one model provider for tool definitions. The provider rejects a
 * whole request if one tool breaks a rule.
 */
export interface Provider {
  /** Pattern that the provider requires for tool names. */
  readonly toolName: RegExp;
  /**
   * Pattern that the provider requires for argument names. Undefined if the
   * provider accepts any name.
   */
  readonly argumentName?: RegExp;
  /**
   * JSON Schema keywords that the provider rejects at the top level of a
   * schema.
   */
  readonly topKeywords?: readonly string[];
  /** JSON Schema keywords that the provider rejects anywhere in a schema. */
  readonly keywords?: readonly string[];
  /**
   * Whether the provider requires that `type` is a single string, not an array.
   */
  readonly oneType?: boolean;
  /** Whether the provider requires `items` in the schema of every array. */
  readonly arrayItems?: boolean;
  /**
   * Maximum number of tools in a request. The tools of all servers of a host
   * are counted together.
   */
  readonly maxTools?: number;
  /**
   * Evidence for the rules: URLs of documents, or recorded responses of the
   * provider.
   */
  readonly sources: readonly string[];
}

/**
 * Rules of each provider, by the name that `--provider` accepts. The rules were
 * last reviewed in November 2026.
 */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    toolName: /^[a-zA-Z0-9_-]{1,64}$/,
    argumentName: /^[a-zA-Z0-9_.-]{1,64}$/,
    topKeywords: ["oneOf", "anyOf", "allOf"],
    sources: [
      "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
      "https://github.com/modelcontextprotocol/typescript-sdk/issues/413",
      "https://github.com/mobile-next/mobile-mcp/issues/344",
    ],
  },
  bedrock: {
    toolName: /^[a-zA-Z0-9_-]{1,64}$/,
    sources: [
      "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html",
    ],
  },
  gemini: {
    toolName: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    keywords: ["$ref", "oneOf", "allOf", "not", "const", "patternProperties"],
    oneType: true,
    arrayItems: true,
    sources: [
      "https://pub.dev/documentation/google_cloud_ai_generativelanguage_v1beta/latest/generativelanguage/FunctionDeclaration/name.html",
      "https://github.com/google-gemini/gemini-cli/issues/2966",
      "https://github.com/google-gemini/gemini-cli/issues/13326",
      "https://github.com/anomalyco/opencode/pull/12911",
      "https://github.com/anomalyco/opencode/issues/48073",
    ],
  },
  openai: {
    toolName: /^[a-zA-Z0-9_-]{1,64}$/,
    topKeywords: ["oneOf", "anyOf", "allOf", "enum", "const", "not"],
    arrayItems: true,
    maxTools: 128,
    sources: [
      "https://github.com/langchain-ai/langchainjs/issues/9804",
      "https://github.com/apify/apify-mcp-server/issues/36",
      "https://github.com/zed-industries/zed/issues/32946",
      "https://github.com/nanbingxyz/5ire/issues/403",
    ],
  },
};
