'use client'

import { type FormEvent, useState } from 'react'
import { LOG_KINDS } from '../../server/api/log-kinds'
import { Button } from '../ui/button'
import { Choice, Field, TextEntry } from '../ui/field'
import { type AuditFilter, EVERYTHING } from './audit-filter'
import { isKind, KIND_WORDS } from './event-words'

/** Which entries are shown. Nothing changes before it is asked for, so that typing never jumps the table. */
export function AuditFilters(props: { readonly filter: AuditFilter; readonly onShow: (filter: AuditFilter) => void }) {
  const { filter, onShow } = props
  const [entered, setEntered] = useState(filter)
  const change = (changed: Partial<AuditFilter>) => setEntered({ ...entered, ...changed })
  const show = (event: FormEvent) => {
    event.preventDefault()
    onShow({ ...entered, after: null })
  }
  const clear = () => {
    setEntered(EVERYTHING)
    onShow(EVERYTHING)
  }
  return (
    <form onSubmit={show} aria-label="Filter" className="flex flex-wrap items-end gap-3">
      <Field label="Event" className="w-full sm:w-52">
        {(bound) => (
          <Choice
            {...bound}
            value={entered.kind ?? ''}
            onChange={({ target: { value } }) => change({ kind: isKind(value) ? value : null })}
          >
            <option value="">Every event</option>
            {LOG_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <Field label="Who" className="w-full sm:w-52">
        {(bound) => (
          <TextEntry
            {...bound}
            type="search"
            maxLength={200}
            placeholder="Part of a name or address"
            value={entered.actor}
            onChange={(event) => change({ actor: event.target.value })}
          />
        )}
      </Field>
      <Field label="From (UTC)">
        {(bound) => (
          <TextEntry
            {...bound}
            type="date"
            value={entered.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        )}
      </Field>
      <Field label="Through (UTC)">
        {(bound) => (
          <TextEntry
            {...bound}
            type="date"
            value={entered.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" look="primary" className="h-9">
          Show
        </Button>
        <Button onClick={clear} className="h-9">
          Clear
        </Button>
      </div>
    </form>
  )
}
