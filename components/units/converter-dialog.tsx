'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../ui/form-dialog'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { ConverterEntriesForm } from './converter-entries-form'
import { ConverterPreview } from './converter-preview'
import { type ConverterEntries, converterRequest, NO_ENTRIES, problemsFrom, problemsOf } from './converter-request'
import type { UnitPair } from './read-units'
import { addConverter, type ConverterAdded, refusalIn, UNITS_KEY } from './read-units'

/** Adds a converter in two steps: what it changes is shown first, then it is added. */
export function ConverterDialog(props: {
  readonly pair: UnitPair
  readonly onClose: () => void
  readonly onAdded: (added: ConverterAdded) => void
}) {
  const { pair, onClose, onAdded } = props
  const queries = useQueryClient()
  const [entries, setEntries] = useState<ConverterEntries>({ ...NO_ENTRIES, ...pair })
  const [tried, setTried] = useState(false)
  const preview = useMutation({
    mutationFn: (request: string) => server.units.previewConverter.mutate({ request }),
  })
  const addition = useMutation({
    mutationFn: addConverter,
    onSuccess: async (added) => {
      await queries.invalidateQueries({ queryKey: UNITS_KEY })
      onAdded(added)
    },
  })
  const refused = addition.error ?? preview.error
  const refusal = refused === null ? null : refusalIn(refused)
  const typed = tried ? problemsOf(entries) : {}
  // What is said beside an entry is not said again below.
  const refusedEntries = problemsFrom(refusal?.failures ?? [])
  const problems = { ...refusedEntries, ...typed }
  const seen = preview.data ?? null

  const change = (next: ConverterEntries) => {
    setEntries(next)
    // What was shown is of other entries now.
    preview.reset()
    addition.reset()
  }
  const submit = () => {
    setTried(true)
    if (Object.keys(problemsOf(entries)).length > 0) return
    addition.reset()
    if (seen === null) preview.mutate(converterRequest(entries))
    else addition.mutate(converterRequest(entries))
  }
  return (
    <FormDialog
      onClose={onClose}
      wide
      title="Add a converter"
      description="You say what one unit is worth in another. Results of rulesets that compare the two may change."
      action={seen === null ? 'Show what changes' : 'Add the converter'}
      actionUnderWay={seen === null ? 'Show what changes' : 'Adding…'}
      isUnderWay={preview.isPending || addition.isPending}
      onSubmit={submit}
    >
      <ConverterEntriesForm entries={entries} problems={problems} onChange={change} />
      {refusal !== null && Object.keys(refusedEntries).length === 0 && <RefusalNotice refusal={refusal} />}
      <div aria-live="polite">{seen !== null && <ConverterPreview preview={seen} />}</div>
    </FormDialog>
  )
}
