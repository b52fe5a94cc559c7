'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field, TextEntry } from '../ui/field'
import { FormDialog } from '../ui/form-dialog'
import { Notice } from '../ui/notice'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { ExpiryField, expiryOf } from './expiry-field'
import { CREDENTIALS_KEY } from './settings-answers'
import { ShownOnce } from './shown-once'
import { type Tier, TierChoice } from './tier-choice'

/** Issues a credential, then shows its token this once. */
export function IssueCredentialDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [label, setLabel] = useState('')
  const [tier, setTier] = useState<Tier>('standard')
  const [day, setDay] = useState('')
  const [tried, setTried] = useState(false)
  const issue = useMutation({
    mutationFn: () =>
      server.credentials.issue.mutate({
        ...{ label: label.trim(), tier },
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
        title={`The credential “${label.trim()}” is issued`}
        actions={
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <Notice kind="warning" className="mb-3">
          This token is shown this once and kept nowhere. Copy it now, to where secrets are kept.
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
        hint="Which program uses it, such as “nightly claims run”. It stands beside what the program does."
        problem={tried && label.trim() === '' ? 'Enter a word on who uses it.' : null}
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
