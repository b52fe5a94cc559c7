'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { Dialog, FormDialog } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { CREDENTIALS_KEY } from '../settings-answers'
import { ExpiryField, expiryOf, ShownOnce } from './secret-fields'

/** Issues a credential, then shows its token once. */
export function IssueCredentialDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [label, setLabel] = useState('')
  const [tier, setTier] = useState<Tier>('standard')
  const [day, setDay] = useState('')
  const [tried, setTried] = useState(false)
  const issue = useMutation({
    mutationFn: () =>
      server.credentials.issue.mutate({
        label: label.trim(),
        tier,
        expiresAt: expiryOf(day),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: CREDENTIALS_KEY }),
  })
  const submit = () => {
    setTried(true)
    if (label.trim() !== '') issue.mutate()
  }
  if (issue.data !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Credential “${label.trim()}” issued`}
        actions={
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <Notice kind="warning" className="mb-3">
          This token is shown only once and is not stored. Copy it now to where you store secrets.
        </Notice>
        <ShownOnce label="Token" what="the token" secret={issue.data.token} />
        <p className="mt-3 pb-2 text-ink-soft">
          Programs send it in the header <code className="font-mono">x-service-credential</code>.
        </p>
      </Dialog>
    )
  const refusal = issue.error === null ? null : refusalOf(issue.error)
  const expiryProblem = refusal?.failures.some(({ field }) => field === 'expiresAt') ? refusal.message : null
  return (
    <FormDialog
      onClose={onClose}
      title="Issue a credential"
      description="For one program, in this namespace."
      action="Issue"
      actionUnderWay="Issuing…"
      isUnderWay={issue.isPending}
      onSubmit={submit}
    >
      <Field
        label="Label"
        hint="The program that uses it, for example “nightly claims run”. It is shown with everything the program does."
        problem={tried && label.trim() === '' ? 'Enter which program uses it.' : null}
      >
        {(bound) => (
          <TextEntry {...bound} value={label} maxLength={128} onChange={({ target }) => setLabel(target.value)} />
        )}
      </Field>
      <TierChoice tier={tier} onChoose={setTier} />
      <ExpiryField
        day={day}
        problem={expiryProblem}
        onDay={(chosen) => {
          setDay(chosen)
          issue.reset()
        }}
      />
      {refusal !== null && expiryProblem === null && <RefusalNotice refusal={refusal} />}
    </FormDialog>
  )
}

export type Tier = 'standard' | 'read_only'

const TIERS: readonly { readonly tier: Tier; readonly title: string; readonly about: string }[] = [
  { tier: 'standard', title: 'Standard', about: 'Can check, save rulesets, add converters and record approvals.' },
  { tier: 'read_only', title: 'Read-only', about: 'Can check and read, but cannot change anything in the namespace.' },
]

function TierChoice({ tier: chosen, onChoose }: { readonly tier: Tier; readonly onChoose: (tier: Tier) => void }) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Tier</legend>
      <div className="flex flex-col gap-2">
        {TIERS.map(({ tier, title, about }) => (
          <div key={tier} className="flex items-start gap-2">
            <input
              type="radio"
              id={`${id}-${tier}`}
              name={id}
              checked={tier === chosen}
              onChange={() => onChoose(tier)}
              aria-describedby={`${id}-${tier}-about`}
              className="mt-1 size-4 shrink-0 accent-(--accent)"
            />
            <div>
              <label htmlFor={`${id}-${tier}`}>{title}</label>
              <p id={`${id}-${tier}-about`} className="text-sm text-ink-faint">
                {about}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
