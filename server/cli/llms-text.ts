/** Writes public/llms.txt, an entry page for language models. */
import { type DocsEntry, ERROR_PAGES, GUIDE_GROUPS, markdownAddress } from '../api/docs-pages'

export function llmsText(): string {
  return `# Touchstone

> Turns a written policy into a ruleset and checks claims about one case against it, exactly. Each statement of the policy gets its own
> answer: TRUE, FALSE, UNKNOWN or AMBIGUOUS, with the reason. There is no overall verdict; do not make one up from the answers.

Begin with "Using the API" for programs, or with "For agents: the MCP endpoint" for a model that calls tools at /mcp. An evaluation credential
needs no sign-up: POST /v1/credentials/evaluation. A claim that the text does not determine is sent as "unknown"; it is never guessed and
never left out. /v1/grammar is the grammar of rulesets on one page.

${GUIDE_GROUPS.map(({ title, entries }) => `## ${title}\n\n${entries.map(line).join('\n')}\n`).join('\n')}
## Machine-readable

- [OpenAPI 3.1](/openapi.json): every operation with schemas, descriptions and examples.
- [Grammar of rulesets](/v1/grammar): JSON with the text in \`grammar\`.
- [Published keys](/.well-known/touchstone-keys.json): for verifying signatures.

## Optional

${ERROR_PAGES.map(line).join('\n')}
`
}

function line({ href, title, about }: DocsEntry): string {
  return `- [${title}](${markdownAddress(href)}): ${about}`
}
