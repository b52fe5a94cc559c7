'use client'

import { FileUp, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import type { VerifiedFile } from '../../../server/attestation/checks/verify-file'
import type { ReceiptCheck } from '../../../server/attestation/receipt-check'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import { isDamagedSubject, readSubject, subjectInWords, useFragment } from '../../ui/verify-code'
import { ApprovedContent } from './approved-content'
import { CheckList } from './check-list'
import { CheckOutcome } from './check-outcome'
import { useVerifier, type VerifierState } from './use-verifier'

/** Lets a stranger verify a receipt in the browser, without an account and without the network. */
export function VerifyPage() {
  const [state, verify] = useVerifier()
  const [receipt, setReceipt] = useState<File | null>(null)
  const [keys, setKeys] = useState<File | null>(null)
  const fragment = useFragment()
  const expected = readSubject(fragment)
  const chooseReceipt = useCallback(
    (file: File, given: File | null) => {
      setReceipt(file)
      verify({ receipt: file, keys: given })
    },
    [verify],
  )
  const chooseKeys = (file: File | null) => {
    setKeys(file)
    if (receipt !== null) verify({ receipt, keys: file })
  }
  const drop = (files: readonly File[]) => {
    const given = files.find(({ name }) => /keys/i.test(name)) ?? keys
    const dropped = files.find((file) => file !== given) ?? receipt
    setKeys(given)
    if (dropped !== null) chooseReceipt(dropped, given)
  }
  const isLoading = state.status === 'loading' || state.status === 'failed'
  return (
    <div className="flex flex-col gap-6">
      {expected !== null && (
        <Notice kind="info" title={`Choose the receipt of ${subjectInWords(expected)}`}>
          <p className="wrap-anywhere">
            The address of this page names <code className="font-mono text-sm">{expected}</code>. The name was not sent
            to any server.
          </p>
        </Notice>
      )}
      {isDamagedSubject(fragment) && (
        <Notice kind="warning" title="The address of this page is not complete">
          <p>
            It names neither a signature nor a ruleset, so this page cannot tell whether a receipt belongs to the
            printed page. Scan the code again, or type the whole address.
          </p>
        </Notice>
      )}
      <DropArea onDrop={drop} disabled={isLoading}>
        <p className="max-w-prose">
          Drop the file of a receipt here, or choose it. Its name usually begins with{' '}
          <span className="font-mono text-sm">touchstone-receipt</span> and ends with{' '}
          <span className="font-mono text-sm">.json</span>. It stays on this computer: this page sends nothing.
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ChooseFile what="a receipt" primary disabled={isLoading} onChoose={(file) => chooseReceipt(file, keys)} />
          {receipt !== null && <span className="text-sm wrap-anywhere">{receipt.name}</span>}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ChooseFile what="published keys" primary={false} disabled={isLoading} onChoose={chooseKeys} />
          {keys === null ? (
            <span className="text-sm text-ink-soft">
              Optional: the file <span className="font-mono">touchstone-keys.json</span> that you got from the
              deployment, and not from whoever gave you the receipt.
            </span>
          ) : (
            <span className="flex items-center gap-1 text-sm wrap-anywhere">
              {keys.name}
              <Button look="quiet" aria-label="Remove the keys" className="px-1.5" onClick={() => chooseKeys(null)}>
                <X size={14} aria-hidden />
              </Button>
            </span>
          )}
        </div>
        <p role="status" className="text-sm text-ink-soft" data-testid="verifier">
          {STATUS_WORDS[state.status]}
        </p>
        {state.status === 'failed' && (
          <Notice kind="problem" title="This page cannot verify now">
            <p>{state.problem}. Reload the page, or use the command.</p>
          </Notice>
        )}
      </DropArea>
      {state.status === 'verified' && <Outcome {...state} expected={expected} />}
    </div>
  )
}

const STATUS_WORDS: Readonly<Record<VerifierState['status'], string>> = {
  loading: 'Loading the verification…',
  ready: 'Ready. From now on this page needs no network.',
  verifying: 'Verifying…',
  verified: 'Checked in this browser, without any network.',
  failed: '',
}

function DropArea(props: {
  readonly onDrop: (files: readonly File[]) => void
  readonly disabled: boolean
  readonly children: ReactNode
}) {
  const { onDrop, disabled, children } = props
  const [over, setOver] = useState(false)
  const stop = (event: DragEvent) => event.preventDefault()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the buttons inside do the same
    <div
      className={`flex flex-col gap-4 rounded-lg border-2 border-dashed p-5 ${over ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-surface'}`}
      data-testid="drop"
      onDragOver={(event) => {
        stop(event)
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        stop(event)
        setOver(false)
        if (!disabled) onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}

function ChooseFile(props: {
  readonly what: string
  readonly primary: boolean
  readonly disabled: boolean
  readonly onChoose: (file: File) => void
}) {
  const { what, primary, disabled, onChoose } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={`The file of ${what}`}
        tabIndex={-1}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen !== undefined) onChoose(chosen)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
      <Button look={primary ? 'primary' : 'plain'} disabled={disabled} onClick={() => input.current?.click()}>
        <FileUp size={14} aria-hidden /> Choose {what}…
      </Button>
    </>
  )
}

function Outcome(props: {
  readonly verified: VerifiedFile
  readonly hasKeys: boolean
  readonly expected: string | null
}) {
  const { verified, hasKeys, expected } = props
  const { ok, checks, remarks, statement, check, ruleset, compared } = verified
  if (ok && check !== null) return <CheckOutcome check={check} checks={checks} remarks={remarks} hasKeys={hasKeys} />
  if (!ok || statement === null || ruleset === null)
    return (
      <>
        <Refused checks={checks} />
        <CheckList checks={checks} />
      </>
    )
  const isExpected = expected === null || expected === statement.recordId || expected === statement.rulesetHash
  return (
    <>
      {hasKeys ? (
        <Notice kind="done" title="The receipt verifies with the published keys that you gave">
          <p>The deployment with these keys signed what follows, and nothing of it was changed.</p>
        </Notice>
      ) : (
        <Notice kind="warning" title="The receipt is unchanged, but it does not show whose keys signed it">
          <p>
            The keys were taken from the receipt itself. Anybody can make keys and a receipt that fits them. To know
            which deployment signed, give its published keys too: they are at its address under
            /.well-known/touchstone-keys.json.
          </p>
        </Notice>
      )}
      {!isExpected && (
        <Notice kind="warning" title="This is another receipt than the one of the printed page">
          <p>The code on the page names something else. This receipt may be right and still be about other rules.</p>
        </Notice>
      )}
      {remarks.length > 0 && (
        <Notice kind="info" title="Something that is not signed was changed">
          {remarks.map((remark) => (
            <p key={remark} className="wrap-anywhere">
              {remark}
            </p>
          ))}
        </Notice>
      )}
      <ApprovedContent statement={statement} ruleset={ruleset} compared={compared} now={Date.now()} />
      <CheckList checks={checks} />
      <section aria-labelledby="limits">
        <h2 id="limits" className="mb-2 text-xl font-semibold">
          What this does not prove
        </h2>
        <ul className="list-disc space-y-1 pl-5 text-ink-soft">
          <li>Whether an approval was withdrawn later. Only the deployment and its log know that.</li>
          <li>
            {statement.authentication.method === 'passkey'
              ? 'To whom the passkey belongs. The deployment says so.'
              : 'That the signer was this person. The deployment says that they proved it; they signed with no key that only they hold.'}
          </li>
          <li>The time of the signature, which comes from the clock of the deployment.</li>
        </ul>
      </section>
    </>
  )
}

function Refused({ checks }: { readonly checks: readonly ReceiptCheck[] }) {
  const first = checks.find(({ holds }) => holds === false)
  if (first?.what === 'the file is a receipt')
    return (
      <Notice kind="problem" title="This file is not a receipt">
        <p>Nothing was verified: {first.detail}.</p>
      </Notice>
    )
  if (first?.what === 'the keys are those of the deployment')
    return (
      <Notice kind="problem" title="The keys cannot be read">
        <p>Nothing was verified: {first.detail}.</p>
      </Notice>
    )
  return (
    <Notice kind="problem" title="This receipt does not verify">
      <p>
        Do not rely on it. Nothing that it says is shown, because anybody could have written it. Ask the person who sent
        it for a new download.
      </p>
    </Notice>
  )
}
