import { EXAMPLE_INSTANT } from '../../server/language/numeric/instant'
import type { ClaimField } from '../editor/ruleset-description'

export function ClaimsTable(props: {
  readonly claims: readonly ClaimField[]
  readonly onReveal: (line: number) => void
}) {
  const { claims, onReveal } = props
  if (claims.length === 0) return <p className="p-5 text-ink-soft">This ruleset has no claims.</p>
  return (
    <section
      className="overflow-x-auto"
      // A wide table must be scrollable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      aria-label="Claims"
    >
      <table className="w-full min-w-[560px] border-collapse text-left text-sm" data-testid="claims">
        <caption className="sr-only">Every claim with its question, type, unit, range and vocabulary</caption>
        <thead className="sticky top-0 bg-canvas text-xs text-ink-faint">
          <tr>
            {['Claim', 'Type', 'Accepted values', 'Read by'].map((heading) => (
              <th key={heading} scope="col" className="border-b border-line px-4 py-2 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {claims.filter(isShownOnce).map((claim) => (
            <tr key={claim.name} className="align-top">
              <th scope="row" className="max-w-[22rem] px-4 py-2.5 font-normal">
                <button
                  type="button"
                  onClick={() => onReveal(claim.line)}
                  className="rounded-sm font-mono text-sm break-all text-accent hover:underline"
                  title={`Line ${claim.line}`}
                >
                  {claim.name.replaceAll('[1]', '[]')}
                </button>
                <span className="mt-0.5 block text-ink">{claim.question.replace(/^(.*?) 1(?=[:,])/, 'Each $1')}</span>
                {claim.context !== null && <span className="mt-0.5 block text-ink-faint">{claim.context}</span>}
              </th>
              <td className="px-4 py-2.5 text-ink-soft">{claim.type}</td>
              <td className="px-4 py-2.5 text-ink-soft">
                <Accepted claim={claim} />
              </td>
              <td className="px-4 py-2.5 text-ink-soft tabular-nums">
                {claim.readBy.length === 0 ? 'nothing' : claim.readBy.length}
                <span className="sr-only"> assertions</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The table lists a field of a list once. */
function isShownOnce({ name }: ClaimField): boolean {
  return !/\[(?!1\])/.test(name)
}

function Accepted({ claim }: { readonly claim: ClaimField }) {
  const { type, vocabulary, ordered, unit, adoptedUnit, range } = claim
  if (type === 'boolean') return <>true, false or unknown</>
  if (type === 'list') return <>a list of at most {vocabulary.length - 1} entries</>
  if (type === 'record') return <>a record, or “absent”</>
  if (type === 'date' || type === 'timestamp')
    return (
      <>
        {type === 'date' ? 'a date, as in 2026-01-31' : `a timestamp, as in ${EXAMPLE_INSTANT}`}
        <Codes claim={claim} />
      </>
    )
  if (type === 'text')
    return (
      <>
        a text
        <Codes claim={claim} />
      </>
    )
  if (type === 'enum')
    return (
      <>
        <span className="flex flex-wrap gap-1">
          {vocabulary.map((member) => (
            <code key={member} className="rounded-sm bg-canvas px-1 font-mono text-xs text-ink">
              {member}
            </code>
          ))}
        </span>
        {ordered && <span className="mt-1 block text-xs text-ink-faint">in this order, lowest first</span>}
      </>
    )
  return (
    <>
      {unit !== null && (
        <>
          a number with a unit, held in <code className="font-mono text-xs text-ink">{unit}</code>
        </>
      )}
      {unit === null && (adoptedUnit === null ? 'a number' : `a number, read in ${adoptedUnit}`)}
      {range !== null && (
        <span className="block text-xs text-ink-faint tabular-nums">
          from {range.min} to {range.max}
        </span>
      )}
      <Codes claim={claim} />
    </>
  )
}

function Codes({ claim: { codes } }: { readonly claim: ClaimField }) {
  if (codes.length === 0) return null
  return (
    <span className="block text-xs text-ink-faint">
      or{' '}
      {codes.map((code) => (
        <code key={code} className="mr-1 rounded-sm bg-canvas px-1 font-mono text-ink">
          {code}
        </code>
      ))}
    </span>
  )
}
