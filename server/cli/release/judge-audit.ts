import { z } from 'zod'

export type AuditResult =
  | { readonly kind: 'clean' }
  | { readonly kind: 'vulnerable'; readonly packages: readonly VulnerablePackage[] }
  /** There is no readable answer of the registry. */
  | { readonly kind: 'unanswered'; readonly reason: string }

export interface VulnerablePackage {
  readonly name: string
  /** `info`, `low`, `moderate`, `high` or `critical`. */
  readonly severity: string
}

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: z.string() })),
  metadata: z.object({ vulnerabilities: z.object({ total: z.number() }) }),
})
const failure = z.object({ message: z.string().optional(), error: z.object({ summary: z.string() }).optional() })

/** @param output standard output of `npm audit --json` */
export function judgeAudit(output: string): AuditResult {
  const json = readJson(output)
  const read = report.safeParse(json)
  if (!read.success) return { kind: 'unanswered', reason: reasonOf(json) }
  const packages = Object.values(read.data.vulnerabilities)
  if (packages.length !== 0 || read.data.metadata.vulnerabilities.total !== 0) return { kind: 'vulnerable', packages }
  return { kind: 'clean' }
}

export function describeAudit(result: AuditResult): string {
  switch (result.kind) {
    case 'clean':
      return 'The registry knows no vulnerability in the run-time dependencies of the lock file.'
    case 'vulnerable': {
      const listed = result.packages.map(({ name, severity }) => `${name} (${severity})`).join(', ')
      return `The registry knows vulnerabilities in: ${listed}. Run npm audit for the details and update these packages.`
    }
    case 'unanswered':
      return `The dependencies were NOT audited: the registry's audit endpoint did not answer (${result.reason}). Run this again where it answers.`
  }
}

function readJson(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}

function reasonOf(json: unknown): string {
  const read = failure.safeParse(json)
  const reason = read.success ? (read.data.message ?? read.data.error?.summary) : undefined
  return reason?.trim().split('\n')[0] || 'its output is not a report'
}
