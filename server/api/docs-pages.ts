import { ERRORS, type ErrorCode, errorSlug } from './terms/errors'

export interface DocsEntry {
  readonly href: string
  readonly title: string
  readonly about: string
}

export interface DocsGroup {
  readonly title: string
  readonly entries: readonly DocsEntry[]
}

/** Guides grouped by reader, in reading order. */
export const GUIDE_GROUPS: readonly DocsGroup[] = [
  {
    title: 'Start here',
    entries: [
      { href: '/docs', title: 'Overview', about: 'What the product does, the words it uses, and where to start.' },
    ],
  },
  {
    title: 'For authors',
    entries: [
      {
        href: '/docs/lesson',
        title: 'From a policy to a signature',
        about: 'A lesson: six sentences of a policy become a ruleset that is tested, signed and called.',
      },
      { href: '/docs/workbench', title: 'The workbench', about: 'From a text to a signature, on the pages.' },
      {
        href: '/docs/language',
        title: 'The ruleset language',
        about: 'The reference: everything a policy author writes, by example.',
      },
      {
        href: '/docs/meaning',
        title: 'Questions about meaning',
        about:
          'What a ruleset implies, what a revision changes, why an answer is as it is, which test cases are missing.',
      },
    ],
  },
  {
    title: 'For reviewers',
    entries: [
      { href: '/docs/verify', title: 'Verifying signatures', about: 'How to verify a receipt without the server.' },
      {
        href: '/docs/proofs',
        title: 'Verifying proofs',
        about: 'How other solvers confirm what is proved of a ruleset.',
      },
      {
        href: '/docs/attestations/review/v2',
        title: 'Attestation: review, version 2',
        about: 'The statement that a signature under a review covers.',
      },
      {
        href: '/docs/attestations/review/v1',
        title: 'Attestation: review, version 1',
        about: 'What earlier releases signed, without the comparison in meaning.',
      },
    ],
  },
  {
    title: 'For programs',
    entries: [
      {
        href: '/docs/api',
        title: 'Using the API',
        about: 'From a credential to a checked claim dictionary, with curl.',
      },
      {
        href: '/docs/command-line',
        title: 'The command line',
        about: 'Rulesets in a repository: compile, test, format and compare them, in CI too.',
      },
      {
        href: '/docs/programs',
        title: 'Editors and applications',
        about: 'The same answers in an editor, in the process of an application, and in a browser.',
      },
      { href: '/docs/client', title: 'A client in TypeScript', about: 'One file to start from, without packages.' },
      {
        href: '/docs/python',
        title: 'A client in Python',
        about: 'A package with types that needs only the standard library.',
      },
      {
        href: '/docs/generated-clients',
        title: 'Generated clients',
        about: 'Types and clients made from /openapi.json, and what to set.',
      },
      {
        href: '/docs/notifications',
        title: 'Notifications and webhooks',
        about: 'The inbox, mails and signed webhooks, and how to verify an event.',
      },
      {
        href: '/docs/mcp',
        title: 'For agents: the MCP endpoint',
        about: 'The same operations as tools, and how to connect.',
      },
      {
        href: '/docs/api-reference',
        title: 'API reference',
        about: 'Operations of /v1 and /api/v1 with fields and errors.',
      },
      { href: '/docs/errors', title: 'Errors', about: 'Every error code: its status, its meaning, what to do.' },
      { href: '/docs/limits', title: 'Limits', about: 'Budgets and other limits, with their values and settings.' },
      {
        href: '/docs/compatibility',
        title: 'Compatibility',
        about: 'What a later release may change and what it does not.',
      },
      { href: '/docs/guardrails', title: 'Guardrails: the first frame', about: 'From zero to an answered frame.' },
      {
        href: '/docs/guarded-chat',
        title: 'In front of a chat, behind a gateway',
        about:
          'Check answers of a model through one base_url, or one setting of LiteLLM, Portkey, agentgateway or Kong.',
      },
      {
        href: '/docs/tool-guard',
        title: 'Tool guards: the first refused call',
        about: 'A signed ruleset decides which calls of tools an agent may make, and a person decides the others.',
      },
      {
        href: '/docs/platform-access',
        title: 'Access to the guardrail platform',
        about: 'From a service account to a token.',
      },
      {
        href: '/docs/guardrail-types',
        title: 'Guardrail types and applications',
        about: 'What each type judges, and how applications join them.',
      },
      {
        href: '/docs/api-v1',
        title: 'The main REST API',
        about: 'Projects, guardrails and applications under /api/v1.',
      },
    ],
  },
  {
    title: 'For operators',
    entries: [
      { href: '/docs/operate', title: 'Running a deployment', about: 'Settings, backups and upgrades, for operators.' },
      { href: '/docs/security', title: 'Security', about: 'What protects a deployment, and how each part is shown.' },
      { href: '/docs/scale', title: 'Several processes and machines', about: 'How a deployment grows.' },
      { href: '/docs/bus', title: 'The message bus', about: 'Subjects and messages, for services inside the stack.' },
    ],
  },
]

export const GUIDES: readonly DocsEntry[] = GUIDE_GROUPS.flatMap(({ entries }) => entries)

export const ERROR_PAGES: readonly DocsEntry[] = (Object.keys(ERRORS) as ErrorCode[]).toSorted().map((code) => ({
  href: `/docs/errors/${errorSlug(code)}`,
  title: code,
  about: `${ERRORS[code].title}.`,
}))

/** Returns the address of the page as Markdown. */
export function markdownAddress(href: string): string {
  return href === '/docs' ? '/docs/index.md' : `${href}.md`
}

/** Returns public/llms.txt, an entry page for language models. */
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
