/** The pages of the documentation in the order in which they are read. */
import { ERRORS, type ErrorCode, errorSlug } from '../../server/api/errors'

export interface DocsEntry {
  readonly href: string
  readonly title: string
}

export const GUIDES: readonly DocsEntry[] = [
  { href: '/docs', title: 'Overview' },
  { href: '/docs/workbench', title: 'The workbench' },
  { href: '/docs/language', title: 'The ruleset language' },
  { href: '/docs/api', title: 'Using the API' },
  { href: '/docs/client', title: 'A client in TypeScript' },
  { href: '/docs/api-reference', title: 'API reference' },
  { href: '/docs/limits', title: 'Limits' },
  { href: '/docs/compatibility', title: 'Compatibility' },
  { href: '/docs/api-v1', title: 'The main REST API' },
  { href: '/docs/mcp', title: 'For agents: the MCP endpoint' },
  { href: '/docs/guardrails', title: 'Guardrails: the first frame' },
  { href: '/docs/platform-access', title: 'Access to the guardrail platform' },
  { href: '/docs/guardrail-types', title: 'Guardrail types and applications' },
  { href: '/docs/operate', title: 'Running a deployment' },
  { href: '/docs/security', title: 'Security' },
  { href: '/docs/scale', title: 'Several processes and machines' },
  { href: '/docs/bus', title: 'The message bus' },
  { href: '/docs/verify', title: 'Verifying signatures' },
  { href: '/docs/attestations/review/v1', title: 'Attestation: review' },
]

export const ERROR_PAGES: readonly DocsEntry[] = (Object.keys(ERRORS) as ErrorCode[]).toSorted().map((code) => ({
  href: `/docs/errors/${errorSlug(code)}`,
  title: code,
}))
