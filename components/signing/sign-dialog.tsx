'use client'

import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { knowsPasskeys } from '../accounts/authenticator'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field, TextEntry } from '../ui/field'
import { MEANING_WORDS } from './meanings'
import { passkeyProof } from './passkey-proof'
import { approvePath, type PreparedStatement, type PrepareRequest, type Sheet } from './sheet'
import { StatementSummary } from './statement-summary'
import type { Ceremony } from './use-ceremony'

/** The signature itself: what is signed, and the proof that it is really this person who signs. */
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
  // The entry comes first, not the buttons that copy a hash; after a wrong password it is typed over.
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
  return (
    <Dialog
      open
      wide
      onClose={cancel}
      title={`Sign: ${MEANING_WORDS[request.meaning].title}`}
      description="Prove once more who you are. With that you sign the statement below; a signature is never erased."
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          {ended && (
            <Button look="primary" onClick={() => prepare(request)}>
              Begin again
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
      <StatementSummary request={request} prepared={prepared} />
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
          Your account is at an outside provider.{' '}
          <a
            href={`/sign-in/again?next=${encodeURIComponent(`${approvePath(request.hash)}?continue=1`)}`}
            className="text-accent underline"
          >
            Sign in there again
          </a>{' '}
          and come back here within five minutes: what you filled in is kept.
        </p>
      )}
    </Dialog>
  )
}
