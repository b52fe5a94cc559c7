/** Arguments and output of `npm run upgrade-check`: one section for texts that do not compile, one for approvals under an older engine. */
import type { DatedApproval, UpgradeFinding } from '../services/signing/upgrade-findings'
import { type CommandReading, readOptions } from './command/command-line'

interface Listed {
  readonly namespaceId: string
  readonly namespaceName: string
  readonly hash: string
  readonly names: readonly string[]
}

export class UpgradeReport {
  private texts = 0
  private readonly failing: string[] = []
  private readonly approved: string[] = []

  constructor(private readonly engineVersion: string) {}

  damaged(listed: Listed): void {
    this.texts++
    this.failing.push(`${headOf(listed)}\n  Its stored bytes do not have this hash: they were changed or damaged.`)
  }

  add(listed: Listed, finding: UpgradeFinding): void {
    this.texts++
    if (finding.kind === 'does not compile') this.failing.push(`${headOf(listed)}\n  ${finding.problem}`)
    if (finding.kind === 'approved under an older engine')
      this.approved.push(
        [headOf(listed), ...finding.approvals.map(approvalLine), resultLines(finding.results)].join('\n'),
      )
  }

  text(): string {
    const sections = [`${count(this.texts, 'stored text')} checked against engine ${this.engineVersion}.`]
    if (this.failing.length > 0)
      sections.push(
        `Texts that do not compile with this release (${this.failing.length}). Their approvals stay, and a check of them is refused with COMPILE_FAILED: save a corrected revision.`,
        ...this.failing,
      )
    if (this.approved.length > 0)
      sections.push(
        `Approvals given under an older engine, of texts whose results may differ now (${this.approved.length}). They still count: read the review on the page /approve/<hash> again, sign again where it is right, and withdraw the approval where it is not.`,
        ...this.approved,
      )
    if (this.failing.length + this.approved.length === 0)
      sections.push('All of them compile, and no approval is of a text whose results may differ now.')
    return sections.join('\n\n')
  }
}

function headOf({ namespaceId, namespaceName, hash, names }: Listed): string {
  const name = names.length === 0 ? 'without a name' : names.join(', ')
  return `- ${name}\n  hash ${hash}, namespace ${namespaceName} (${namespaceId})`
}

function approvalLine({ approver, approvedAt, engineVersion }: DatedApproval): string {
  const engine = engineVersion === null ? 'its engine is not recorded' : `engine ${engineVersion}`
  return `  approved by ${approver} on ${approvedAt.toISOString()}, ${engine}`
}

function resultLines(results: Extract<UpgradeFinding, { readonly results: unknown }>['results']): string {
  switch (results.kind) {
    case 'decided more':
      return '  What was TRUE or FALSE stays. What was UNKNOWN because it was not decided can be TRUE or FALSE now.'
    case 'same':
      return '  Every claim dictionary was tried: no result changes.'
    case 'none found':
      return `  No claim dictionary with another result was found among the ${results.tried} that were tried: read its review again.`
    case 'changed': {
      const { assertion, before, now, claims } = results.changed
      return `  ${assertion} was ${before} and is ${now} for ${JSON.stringify(claims)}`
    }
  }
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

export const USAGE = `How it is used:
  npm run upgrade-check
      lists what this release changes for the rulesets stored in the database of the server's settings (DATABASE_URL, or else
      DATA_DIR): texts that no longer compile, and approvals given under an older engine where results may differ now,
      each with one claim dictionary whose result changes. It changes nothing and migrates nothing: run it in a clone of this
      release before the server of this release starts for the first time. The server before may run meanwhile.`

export function readArguments(args: readonly string[]): CommandReading<{ readonly kind: 'check' }> {
  return readOptions(args, 'upgrade-check', {}, () => ({ ok: true, command: { kind: 'check' } }))
}
