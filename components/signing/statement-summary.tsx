import { TimeText } from '../ui/time-text'
import { useViewer } from '../ui/viewer'
import { Fact, Facts } from './facts'
import { MEANING_WORDS } from './meanings'
import type { PreparedStatement, PrepareRequest } from './sheet'
import { WholeHash } from './whole-hash'

/** What is about to be signed, in words; the statement itself below them. */
export function StatementSummary(props: { readonly request: PrepareRequest; readonly prepared: PreparedStatement }) {
  const { request, prepared } = props
  const names = prepared.rulesetNames
  const { person } = useViewer()
  return (
    <div data-testid="statement-summary">
      <Facts>
        <Fact name="Signed by">
          {person.name} <span className="text-ink-faint">{person.email}</span>
        </Fact>
        <Fact name="Meaning">
          <strong className="font-semibold">{MEANING_WORDS[request.meaning].title}</strong>
        </Fact>
        {request.note !== null && (
          <Fact name={request.meaning === 'withdrawn' ? 'Reason' : 'Note'}>“{request.note}”</Fact>
        )}
        {request.expiresAt !== null && (
          <Fact name="Counts until">
            <TimeText at={request.expiresAt} />
          </Fact>
        )}
        {names.length > 0 && <Fact name="Ruleset">{names.join(', ')}</Fact>}
        <Fact name="Hash of the ruleset">
          <WholeHash hash={request.hash} what="ruleset hash" />
        </Fact>
        <Fact name="Digest of the review text">
          <WholeHash hash={request.reviewDigest} what="digest of the review text" />
        </Fact>
      </Facts>
      <details className="mt-3">
        <summary className="cursor-pointer text-sm text-accent">The statement word for word</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
          tabIndex={0}
          className="mt-1 max-h-48 overflow-auto rounded-md border border-line bg-canvas p-2 font-mono text-xs break-all whitespace-pre-wrap"
        >
          {prepared.statement}
        </pre>
        <p className="mt-1 text-sm text-ink-faint">Digest of the statement (SHA-256)</p>
        <WholeHash hash={prepared.digest} what="digest of the statement" />
      </details>
    </div>
  )
}
