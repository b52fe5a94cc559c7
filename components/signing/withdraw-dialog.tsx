'use client'

import { type FormEvent, useId, useState } from 'react'
import { Field, LongEntry } from '../ui/controls'
import { Dialog, DialogActions } from '../ui/dialog'
import { RefusalNotice } from '../ui/notice'
import type { ReviewRow, Sheet } from './sheet'
import type { Ceremony } from './use-ceremony'

/** Asks for the reason of a withdrawal, which is then signed like an approval. */
export function WithdrawDialog(props: {
  readonly sheet: Sheet
  readonly record: ReviewRow
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly ceremony: Ceremony
  readonly onClose: () => void
}) {
  const { sheet, record, reason, onReason, ceremony, onClose } = props
  const [missing, setMissing] = useState(false)
  const id = useId()
  const empty = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(empty)
    if (!empty) ceremony.prepare(withdrawalRequest(sheet, record, reason.trim()))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Withdraw the approval by ${record.printedName}`}
      description="The approval will no longer count. It stays on record with your reason and your signature."
      actions={
        <DialogActions onCancel={onClose} type="submit" form={id} disabled={ceremony.preparing}>
          {ceremony.preparing ? 'Preparing the statement…' : 'Continue to sign'}
        </DialogActions>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="pb-1">
        <Field
          label="Reason"
          hint="Printed with your signature; it cannot be changed later."
          problem={missing && empty ? 'Say why the approval is withdrawn.' : null}
        >
          {(bound) => (
            <LongEntry {...bound} required value={reason} onChange={(event) => onReason(event.target.value)} />
          )}
        </Field>
        {ceremony.preparationRefused !== null && (
          <RefusalNotice refusal={ceremony.preparationRefused} className="mt-3" />
        )}
      </form>
    </Dialog>
  )
}

function withdrawalRequest(sheet: Sheet, record: ReviewRow, note: string) {
  const { rulesetHash: hash, reviewDigest, unitLibraryHash, engineVersion } = sheet
  return {
    hash,
    meaning: 'withdrawn' as const,
    note,
    expiresAt: null,
    withdraws: record.id,
    reviewDigest,
    unitLibraryHash,
    engineVersion,
    // A withdrawal is about an earlier record, so no comparison is signed.
    comparisonDigest: null,
    citationsDigest: null,
  }
}
