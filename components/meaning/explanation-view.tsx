import { DecisionTreeView } from './decision-tree-view'
import { type ExplainedAnswer, settlingLines } from './explain-check'
import { type Band, NumberLine } from './number-line'

type Proposal = ExplainedAnswer['would_hold_if'][number]

export function ExplanationView({ answer }: { readonly answer: ExplainedAnswer }) {
  const { decisive, would_hold_if: proposals, why_not: whyNot, settled_by: settledBy, check } = answer
  // The tree already shows the others.
  const definitions = answer.definitions.filter(({ name }) => !decisive.some(({ definition }) => definition === name))
  return (
    <div className="space-y-3">
      {decisive.length > 0 && (
        <section>
          <h3 className="font-medium text-ink">What decides it</h3>
          <DecisionTreeView answer={answer} />
        </section>
      )}
      {definitions.length > 0 && (
        <section>
          <h3 className="font-medium text-ink">Values of its definitions</h3>
          <ul className="mt-1 space-y-0.5">
            {definitions.map(({ name, sentence }) => (
              <li key={name}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {settledBy.length > 0 && (
        <section>
          <h3 className="font-medium text-ink">What would settle it</h3>
          <ul className="mt-1 space-y-2">
            {settlingLines(settledBy).map(({ claim, sentences, bands }) => (
              <li key={claim}>
                {sentences.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
                {bands.length > 0 && <NumberLine sentence={sentences.join(' ')} rows={[{ label: 'answer', bands }]} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {check !== 'TRUE' && (
        <section>
          <h3 className="font-medium text-ink">What would pass</h3>
          {whyNot !== null && <p className="mt-1">{whyNot}</p>}
          <ProposalList proposals={proposals} />
        </section>
      )}
    </div>
  )
}

/** A proposal for a single number has a picture. */
export function ProposalList({ proposals }: { readonly proposals: readonly Proposal[] }) {
  if (proposals.length === 0) return null
  return (
    <ul className="mt-1 space-y-2">
      {proposals.map((proposal) => (
        <li key={proposal.sentence}>
          <p>{proposal.sentence}</p>
          <ProposalLine proposal={proposal} />
        </li>
      ))}
    </ul>
  )
}

function ProposalLine({ proposal }: { readonly proposal: Proposal }) {
  const [change, another] = proposal.changes
  if (change === undefined || another !== undefined) return null
  const { allowed, submitted } = change
  const bands = allowed.flatMap((each): Band[] => ('from' in each ? [{ ...each, outcome: 'TRUE' }] : []))
  if (bands.length === 0 || bands.length !== allowed.length) return null
  const mark = typeof submitted === 'string' ? { value: submitted, label: 'submitted' } : null
  return <NumberLine sentence={proposal.sentence} rows={[{ label: 'passes', bands }]} mark={mark} />
}
