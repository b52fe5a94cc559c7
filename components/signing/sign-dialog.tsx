'use client'

import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { knowsPasskeys } from '../accounts/own-account/authenticator'
import { Button, Field, TextEntry } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import { useViewer } from '../ui/shell/viewer'
import { TimeText } from '../ui/time-text'
import { Fact, Facts, WholeHash } from './facts'
import { MEANING_WORDS } from './meanings'
import { storePending } from './pending-request'
import { approvePath, isOfOtherComparison, type PreparedStatement, type PrepareRequest, type Sheet } from './sheet'
import { type Ceremony, passkeyProof } from './use-ceremony'

/** Shows what is signed, and asks for proof of the person. */
export function SignDialog({ sheet, ceremony }: { readonly sheet: Sheet; readonly ceremony: Ceremony }) {
  const { waiting } = ceremony
  if (waiting === null) return null
  return <Waiting sheet={sheet} ceremony={ceremony} request={waiting.request} prepared={waiting.prepared} />
}

function Waiting(props: {
  readonly sheet: Sheet
  readonly ceremony: Ceremony
  readonly request: PrepareRequest
  readonly prepared: PreparedStatement
}) {
  const { sheet, ceremony, request, prepared } = props
  const { methods } = sheet
  const [password, setPassword] = useState('')
  const id = useId()
  const entry = useRef<HTMLInputElement>(null)
  const { proofRefused, signing, cancel, sign, prepare } = ceremony
  // Focuses the entry, not the buttons that copy a hash. A wrong password is selected, to be typed over.
  useEffect(() => {
    if (proofRefused === null) entry.current?.focus()
    else entry.current?.select()
  }, [proofRefused])
  const withPassword = (event: FormEvent) => {
    event.preventDefault()
    sign(async () => ({ kind: 'password', password }))
  }
  const question = methods.passkey && knowsPasskeys() ? prepared.passkey : null
  const ended = proofRefused?.code === 'BAD_REQUEST'
  const isOther = isOfOtherComparison(proofRefused)
  return (
    <Dialog
      open
      wide
      onClose={cancel}
      title={`Sign: ${MEANING_WORDS[request.meaning].title}`}
      description="Prove who you are to sign the statement below. A signature is never erased."
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          {isOther && (
            <Button
              look="primary"
              onClick={() => {
                cancel()
                document.getElementById('changes')?.scrollIntoView()
              }}
            >
              Read the new comparison
            </Button>
          )}
          {ended && !isOther && (
            <Button look="primary" onClick={() => prepare(request)}>
              Start again
            </Button>
          )}
          {!ended && question !== null && (
            <Button
              look={methods.password ? 'plain' : 'primary'}
              disabled={signing}
              onClick={() => sign(() => passkeyProof(question))}
            >
              <Fingerprint size={15} aria-hidden /> {methods.password ? 'Use a passkey' : 'Sign with a passkey'}
            </Button>
          )}
          {!ended && methods.session && !methods.password && (
            <Button look="primary" disabled={signing} onClick={() => sign(async () => ({ kind: 'session' }))}>
              {signing ? 'Signing…' : 'Sign'}
            </Button>
          )}
          {!ended && methods.password && (
            <Button type="submit" form={id} look="primary" disabled={signing}>
              {signing ? 'Signing…' : 'Sign'}
            </Button>
          )}
        </>
      }
    >
      <StatementSummary request={request} prepared={prepared} citations={sheet.citations} />
      {methods.password ? (
        <form id={id} onSubmit={withPassword} className="mt-4 pb-1">
          <Field label="Your password" problem={proofRefused?.message ?? null}>
            {(bound) => (
              <TextEntry
                {...bound}
                ref={entry}
                type="password"
                autoComplete="current-password"
                required
                maxLength={200}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </form>
      ) : (
        proofRefused !== null && (
          <p role="alert" className="mt-4 text-sm text-false">
            {proofRefused.message}
          </p>
        )
      )}
      {methods.session && !methods.password && (
        <p className="mt-4 text-ink-soft">
          You sign in with an outside provider.{' '}
          <a
            href={`/sign-in/again?next=${encodeURIComponent(`${approvePath(request.hash)}?continue=1`)}`}
            onClick={() => storePending(request)}
            className="text-accent underline"
          >
            Sign in there again
          </a>{' '}
          and return here within five minutes. Your entries are saved.
        </p>
      )}
    </Dialog>
  )
}

/** Summarises the statement in words. */
function StatementSummary(props: {
  readonly request: PrepareRequest
  readonly prepared: PreparedStatement
  readonly citations: Sheet['citations']
}) {
  const { request, prepared, citations } = props
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
          <Fact name="Valid until">
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
        {request.comparisonDigest !== null && (
          <Fact name="Digest of the comparison in meaning">
            <WholeHash hash={request.comparisonDigest} what="digest of the comparison" />
          </Fact>
        )}
        {request.meaning !== 'withdrawn' && citations !== null && (
          <Fact name="Documents that the rules cite">
            {citations.documents.map(({ label, sha256 }) => (
              <p key={label}>
                {label}:{' '}
                {sha256 === null ? 'not in this namespace' : <WholeHash hash={sha256} what={`hash of ${label}`} />}
              </p>
            ))}
          </Fact>
        )}
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
