'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import Link from 'next/link'
import { useState } from 'react'
import { rulesetPath } from '../../server/api/page-paths'
import type { AppRouter } from '../../server/http/trpc/router'
import { Field, TextEntry, UnitField } from '../ui/controls'
import { FormDialog } from '../ui/dialog'
import { Notice, RefusalNotice } from '../ui/notice'
import { server } from '../ui/server-calls'
import {
  type ConverterEntries,
  conversionEquation,
  converterRequest,
  type EntryProblems,
  NO_ENTRIES,
  problemsFrom,
  problemsOf,
} from './converter'
import { addConverter, type ConverterAdded, refusalIn, UNITS_KEY, type UnitPair } from './read-units'

/** Shows the effect of a converter first, then adds it. */
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
  // Problems shown next to a field are not repeated below.
  const refusedEntries = problemsFrom(refusal?.failures ?? [])
  const problems = { ...refusedEntries, ...typed }
  const seen = preview.data ?? null

  const change = (next: ConverterEntries) => {
    setEntries(next)
    // The preview was for other entries.
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
      description="A converter says what one unit is worth in another. The results of rulesets that compare the two may change."
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

function ConverterEntriesForm(props: {
  readonly entries: ConverterEntries
  readonly problems: EntryProblems
  readonly onChange: (entries: ConverterEntries) => void
}) {
  const { entries, problems, onChange } = props
  const entry = (key: keyof ConverterEntries) => ({
    value: entries[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...entries, [key]: target.value }),
    autoComplete: 'off',
    spellCheck: false,
  })
  const { from, to, factor, offset } = entries
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <UnitField
          label="From unit"
          problem={problems.from ?? null}
          value={from}
          onText={(text) => onChange({ ...entries, from: text })}
          autoComplete="off"
        />
        <UnitField
          label="To unit"
          problem={problems.to ?? null}
          value={to}
          onText={(text) => onChange({ ...entries, to: text })}
          autoComplete="off"
        />
        <Field label="Factor" hint="Every digit counts. Nothing is rounded." problem={problems.factor ?? null}>
          {(bound) => <TextEntry {...bound} {...entry('factor')} inputMode="decimal" className="font-mono" />}
        </Field>
        <Field
          label="Offset (optional)"
          hint="For scales with different zero points, such as temperatures."
          problem={problems.offset ?? null}
        >
          {(bound) => <TextEntry {...bound} {...entry('offset')} inputMode="decimal" className="font-mono" />}
        </Field>
      </div>
      {from.trim() !== '' && to.trim() !== '' && factor.trim() !== '' && (
        <p className="font-mono break-all">
          {conversionEquation({
            from: from.trim(),
            to: to.trim(),
            factor: factor.trim(),
            offset: offset.trim() || '0',
          })}
        </p>
      )}
      <Field
        label="Source (optional)"
        hint="One line for readers, such as “ECB reference rate of 20 November 2026”."
        problem={problems.attribution ?? null}
      >
        {(bound) => <TextEntry {...bound} {...entry('attribution')} spellCheck />}
      </Field>
    </>
  )
}

type Preview = inferRouterOutputs<AppRouter>['units']['previewConverter']

/** Shows what a converter replaces and whose results may change. */
function ConverterPreview({ preview }: { readonly preview: Preview }) {
  const { converter, replaces, affected, unitLibraryHash, previousUnitLibraryHash } = preview
  const isSame = unitLibraryHash === previousUnitLibraryHash
  return (
    <Notice
      kind={affected.length > 0 ? 'warning' : 'info'}
      title={isSame ? 'The library already has this converter' : 'Effect of this converter'}
    >
      {replaces === null ? (
        <p>This pair has no converter yet.</p>
      ) : (
        <>
          <p>It replaces the converter of this pair that {replaces.added_by} added:</p>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 font-mono break-all">
            <dt className="font-sans text-ink-soft">Now</dt>
            <dd>{equationOf(replaces)}</dd>
            <dt className="font-sans text-ink-soft">New</dt>
            <dd>{equationOf(converter)}</dd>
          </dl>
        </>
      )}
      {affected.length === 0 ? (
        <p className="mt-2">The results of named rulesets do not change.</p>
      ) : (
        <>
          <p className="mt-2">
            {affected.length === 1 ? 'One named ruleset' : `${affected.length} named rulesets`} may compile or answer
            differently. Approvals given under the current library will then be marked.
          </p>
          <ul aria-label="Rulesets that may change" className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {affected.map((name) => (
              <li key={name} className="break-words">
                <Link href={rulesetPath(name)} target="_blank" className="text-accent underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

function equationOf({ from_unit, to_unit, factor_exact, offset_exact }: Preview['converter']): string {
  return conversionEquation({ from: from_unit, to: to_unit, factor: factor_exact, offset: offset_exact })
}
