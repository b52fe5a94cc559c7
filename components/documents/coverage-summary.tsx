import Link from 'next/link'
import { rulesetPath } from '../../server/api/page-paths'
import type { DocumentCoverage } from '../../server/documents/coverage'
import { Notice } from '../ui/notice'
import type { CoverageReport } from './document-data'

/** Shows the findings of the comparison of a document with a ruleset. */
export function CoverageSummary({ report, name }: { readonly report: CoverageReport; readonly name: string }) {
  const findings = findingsOf(report, report.outdated)
  return (
    <Notice kind={findings.length === 0 ? 'done' : 'warning'} title={report.summary}>
      {findings.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {findings.map(({ rule, words }) => (
            <li key={`${rule} ${words}`}>
              {rule} {words}
            </li>
          ))}
        </ul>
      )}
      <Link href={rulesetPath(name)} className="text-accent hover:underline">
        Open the ruleset
      </Link>
    </Notice>
  )
}

export interface CoverageFinding {
  readonly rule: string
  /** Words that follow the name of the rule, as a sentence. */
  readonly words: string
}

export function findingsOf(
  { missing, unknown, uncited }: Pick<DocumentCoverage, 'missing' | 'unknown' | 'uncited'>,
  outdated: CoverageReport['outdated'],
): readonly CoverageFinding[] {
  return [
    ...missing.map(({ rule, number, clauses }) => ({
      rule,
      words:
        clauses.length === 1
          ? `has ${number}, which clause ${clauses[0]} does not have.`
          : `has ${number}, which clauses ${clauses.join(' and ')} do not have.`,
    })),
    ...unknown.map(({ rule, clause }) => ({
      rule,
      words: `cites clause ${clause}, which the document does not have.`,
    })),
    ...outdated.map(({ rule, clause, change }) => ({
      rule,
      words:
        change === 'gone'
          ? `cites clause ${clause}, which is gone since the ruleset was saved.`
          : `cites clause ${clause}, which changed since the ruleset was saved. Compare them, and save the ruleset again.`,
    })),
    ...uncited.map((rule) => ({ rule, words: 'cites no clause.' })),
  ]
}
