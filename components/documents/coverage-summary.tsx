import Link from 'next/link'
import { rulesetPath } from '../../server/api/page-paths'
import { Notice } from '../ui/notice'
import type { CoverageReport } from './document-data'

/** Shows the findings of the comparison of a document with a ruleset. */
export function CoverageSummary({ report, name }: { readonly report: CoverageReport; readonly name: string }) {
  const { summary, uncited, unknown, missing, outdated } = report
  const findings = [
    ...missing.map(
      ({ rule, number, clauses }) => `${rule} has ${number}, which clause ${clauses.join(' and ')} does not have.`,
    ),
    ...unknown.map(({ rule, clause }) => `${rule} cites clause ${clause}, which the document does not have.`),
    ...outdated.map(({ rule, clause, change }) =>
      change === 'gone'
        ? `${rule} cites clause ${clause}, which is gone since the ruleset was saved.`
        : `${rule} cites clause ${clause}, which changed since the ruleset was saved. Compare them, and save the ruleset again.`,
    ),
    ...uncited.map((rule) => `${rule} cites no clause.`),
  ]
  return (
    <Notice kind={findings.length === 0 ? 'done' : 'warning'} title={summary}>
      {findings.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      <Link href={rulesetPath(name)} className="text-accent hover:underline">
        Open the ruleset
      </Link>
    </Notice>
  )
}
