import type { VerifiedReceipt } from '../../../server/attestation/receipt'
import type { ReviewStatement } from '../../../server/attestation/review-statement'
import { Notice } from '../../ui/notice'
import { Fact, Facts, UtcTime } from '../facts'
import { MEANING_WORDS, METHOD_WORDS } from '../meanings'
import { SignedBlindTests } from '../signed-blind-tests'
import { CitationsOfSource } from './citations-of-source'
import { comparisonSentences } from './comparison-sentences'

/** Shows what a verified receipt proves: who signed what, and the rules in words. */
export function ApprovedContent(props: {
  readonly statement: ReviewStatement
  readonly ruleset: NonNullable<VerifiedReceipt['ruleset']>
  readonly compared: VerifiedReceipt['compared']
  /** Milliseconds since 1970. */
  readonly now: number
}) {
  const { statement, ruleset, compared, now } = props
  const { signer, meaning, note, expiresAt, withdraws, rulesetNames, namespace, authentication } = statement
  return (
    <article className="flex flex-col gap-6" data-testid="approved">
      <section aria-labelledby="approved" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
        <h2 id="approved" className="mb-3 text-xl font-semibold break-words">
          {signer.name} {MEANING_WORDS[meaning].done}
        </h2>
        <Facts>
          <Fact name="Meaning">{MEANING_WORDS[meaning].title}</Fact>
          <Fact name="Signed by">
            {signer.name}, <span className="wrap-anywhere">{signer.email}</span>
          </Fact>
          <Fact name="Time">
            <UtcTime at={statement.signedAt} />
          </Fact>
          <Fact name="Identity proved with">{METHOD_WORDS[authentication.method]}</Fact>
          {statement.blindTests !== null && (
            <Fact name="Blind tests">
              <SignedBlindTests tests={statement.blindTests} />
            </Fact>
          )}
          {note !== null && (
            <Fact name={meaning === 'withdrawn' ? 'Reason' : 'Note'}>
              <span className="whitespace-pre-line">“{note}”</span>
            </Fact>
          )}
          {expiresAt !== null && (
            <Fact name="Valid until">
              <UtcTime at={expiresAt} />
            </Fact>
          )}
          {withdraws !== null && <Fact name="Withdraws the record">{withdraws}</Fact>}
          <Fact name="Ruleset">
            {rulesetNames.length > 0 ? rulesetNames.join(', ') : 'No name pointed at this text when it was signed.'}
          </Fact>
          <Fact name="Namespace">{namespace.name}</Fact>
          <Fact name="Record">
            <code className="font-mono text-sm break-all">{statement.recordId}</code>
          </Fact>
        </Facts>
        {expiresAt !== null && Date.parse(expiresAt) <= now && (
          <Notice kind="warning" title="Expired: no longer counts" className="mt-3">
            <p>By the clock of this computer, its last day has passed.</p>
          </Notice>
        )}
      </section>
      {compared !== null && <Changes document={compared.document} />}
      <section aria-labelledby="rules">
        <h2 id="rules" className="mb-2 text-xl font-semibold">
          The rules in words
        </h2>
        {ruleset.review === null ? (
          <p className="text-ink-soft">
            The receipt does not contain the text that the signer read, because the release that made the receipt words
            it differently. The policy source below is the signed one.
          </p>
        ) : (
          <p className="rounded-lg border border-line bg-surface px-4 py-3 break-words whitespace-pre-wrap">
            {shownPart(ruleset.review)}
          </p>
        )}
      </section>
      {statement.citations !== null && <CitationsOfSource documents={statement.citations} source={ruleset.source} />}
      <details className="rounded-lg border border-line bg-surface px-4 py-3">
        <summary className="cursor-pointer font-medium">The policy source</summary>
        <pre className="mt-3 overflow-x-auto font-mono text-sm break-words whitespace-pre-wrap">
          {shownPart(ruleset.source)}
        </pre>
      </details>
    </article>
  )
}

/** A browser needs long to lay out more, and rulesets are far shorter. */
const MAX_SHOWN_CHARACTERS = 2_000_000

function shownPart(text: string): string {
  if (text.length <= MAX_SHOWN_CHARACTERS) return text
  return `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n\nThe rest of this text is only in the file.`
}

function Changes({ document }: { readonly document: string }) {
  const sentences = comparisonSentences(document)
  return (
    <section aria-labelledby="changed">
      <h2 id="changed" className="mb-2 text-xl font-semibold">
        What the signer was told had changed in meaning
      </h2>
      {sentences.length === 0 ? (
        <p className="text-ink-soft">No assertion answers differently than in the revision that was approved before.</p>
      ) : (
        <ul className="list-disc space-y-1 pl-5">
          {sentences.map((sentence) => (
            <li key={sentence} className="break-words">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
