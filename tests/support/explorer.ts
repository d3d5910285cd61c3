/** What the tests of the explorer share. */

const EVIL = '</script><!-- <script><img src=x onerror="document.title=1">';

/** A schema whose names, texts and values would be HTML if anything were. */
export const HOSTILE_SCHEMA = `
/** ${EVIL} {@link ${EVIL}} [a](javascript:alert(1)) \u202Eright to left \u0645\u0631\u062D\u0628\u0627 */
export interface EvilRequest {
  method: "${EVIL.replaceAll('"', "'")}";
  params: {
    /**
     * ${EVIL}
     * @default "${EVIL.replaceAll('"', "'")}"
     * @pattern ^</script>
     */
    "</script><b>": "</script>" | "\u0645\u0631\u062D\u0628\u0627";
  };
}
/** @deprecated ${EVIL} */
export interface EvilResult { "<!--": string }
export type ClientRequest = EvilRequest;
export type ServerResult = EvilResult;
`;
