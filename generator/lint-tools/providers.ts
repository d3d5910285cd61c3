/** What providers of models refuse in a tool's definition, with sources. */

/** What one provider takes. A tool that it refuses spoils the whole request. */
export interface Provider {
  /** Names of tools that it takes. */
  readonly toolName: RegExp;
  /** Names of arguments that it takes, where it looks at them. */
  readonly argumentName?: RegExp;
  /** Keywords that it refuses at the top of a schema. */
  readonly topKeywords?: readonly string[];
  /** Keywords that it refuses anywhere in one. */
  readonly keywords?: readonly string[];
  /** True when `type` has to be one word. */
  readonly oneType?: boolean;
  /** True when every array has to say its items. */
  readonly arrayItems?: boolean;
  /** Most tools of a request, those of all servers together. */
  readonly maxTools?: number;
  /** Where this is said, or shown by an answer of the provider. */
  readonly sources: readonly string[];
}

/** By the name that `--provider` takes. Read in November 2026. */
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
