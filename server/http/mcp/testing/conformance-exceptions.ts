/**
 * Scenarios that do not apply; many need a sample server's tools, prompts and resources. The test fails for any other
 * failure, and for a listed scenario that passes.
 */
export interface Exception {
  readonly scenarios: readonly string[]
  readonly error: RegExp
  readonly reason: string
}

export const NOT_APPLICABLE: readonly Exception[] = [
  {
    scenarios: [
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'tools-call-error',
      'tools-call-with-progress',
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-result-type',
      'input-required-result-capability-check',
    ],
    error: /Unknown tool: test_\w+/,
    reason:
      'calls a tool of the sample server; the tools here are the operations of the contract, and none of them asks the client for anything',
  },
  {
    scenarios: ['input-required-result-multi-round', 'input-required-result-tampered-state'],
    error: /^Expected InputRequiredResult|^Prerequisite failed: could not get initial InputRequiredResult/,
    reason: 'begins with a tool of the sample server that asks the client for more; no tool here does',
  },
  {
    scenarios: ['json-schema-2020-12'],
    error: /Tool 'json_schema_2020_12_tool' not found/,
    reason: 'looks at the schema of a tool of the sample server',
  },
  {
    scenarios: ['server-stateless', 'http-custom-header-server-validation'],
    error: /^Not testable: server (does not list the diagnostic tool 'test_|exposes no tool with x-mcp-header)/,
    reason: 'these checks of the scenario need a tool of the sample server; the others apply and pass',
  },
  {
    scenarios: [
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
      'input-required-result-non-tool-request',
    ],
    error: /Unknown prompt: test_\w+/,
    reason: 'gets a prompt of the sample server',
  },
  {
    scenarios: ['resources-read-text', 'resources-read-binary', 'resources-templates-read'],
    error: /There is no such resource/,
    reason: 'reads a resource of the sample server; those of this server are read in mcp-handler.test.ts',
  },
  {
    scenarios: [
      'completion-complete',
      'logging-set-level',
      'tools-call-with-logging',
      'resources-subscribe',
      'resources-unsubscribe',
    ],
    error: /Method not found/,
    reason:
      'the capability is optional and not declared: arguments need no completion, logs are the operator’s, and resources never change',
  },
]

/** Recommendations that the server does not follow, by check. */
export const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  'server-sse-multiple-streams-session': 'the server has no sessions',
  'server-sse-polling-session': 'the server has no sessions',
  'server-sse-priming-event': 'a stream holds one answer and is not resumed: the call is sent again',
  'server-sse-retry-field': 'a stream holds one answer and is not resumed: the call is sent again',
  'sep-2164-data-uri': 'the data of an error is the envelope of the contract, the same in both transports',
  'sep-2322-missing-response-rerequests': 'calls a tool of the sample server',
  'sep-2322-ignore-unexpected-params': 'calls a tool of the sample server',
}

/** The same for the authorisation server. */
export const AUTHORIZATION_NOT_FOLLOWED: Readonly<Record<string, string>> = {
  'authorization-server-metadata-cimd': 'no address that a client gives is ever fetched (decision 006)',
}
