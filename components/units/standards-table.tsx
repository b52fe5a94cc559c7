'use client'

import { useDeferredValue, useMemo, useState } from 'react'
import { Choice, Field, TextEntry } from '../ui/controls'
import { EmptyState } from '../ui/page-frame'
import { Cell, Table } from '../ui/table'
import { type ListedUnit, listedUnits, matchingUnits } from './listed-units'

/** Every unit of the built-in standards, with a search. */
export function StandardsTable({ versions }: { readonly versions: ReadonlyMap<string, string> }) {
  const [search, setSearch] = useState('')
  const [standard, setStandard] = useState('')
  const wanted = useDeferredValue(search)
  const units = useMemo(listedUnits, [])
  const shown = useMemo(
    () => matchingUnits(standard === '' ? units : units.filter((unit) => unit.standard === standard), wanted),
    [units, standard, wanted],
  )
  return (
    <section aria-labelledby="standards">
      <h2 id="standards" className="text-xl font-semibold">
        Standards
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Units that every library has. Their definitions are exact and never change within a version.
      </p>
      <div className="my-3 flex flex-wrap items-end gap-3">
        <Field label="Search units" className="min-w-52 flex-1">
          {(bound) => (
            <TextEntry
              {...bound}
              type="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              placeholder="Symbol, name, spelling or what it measures"
            />
          )}
        </Field>
        <Field label="Standard" className="w-44">
          {(bound) => (
            <Choice {...bound} value={standard} onChange={({ target }) => setStandard(target.value)}>
              <option value="">All standards</option>
              {[...versions].map(([name, version]) => (
                <option key={name} value={name}>
                  {name} {version}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <p role="status" className="pb-2 text-sm text-ink-faint">
          {shown.length} of {units.length} units
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No unit has these words">
          <p>Try its symbol, such as kg, or what it measures, such as volume.</p>
        </EmptyState>
      ) : (
        <Table
          label="Units of the standards"
          columns={['Symbol', 'Name', 'Measures', 'Definition', 'Also written', 'Standard']}
        >
          {shown.map((unit) => (
            <UnitRow key={unit.symbol} unit={unit} />
          ))}
        </Table>
      )}
    </section>
  )
}

function UnitRow({ unit }: { readonly unit: ListedUnit }) {
  const { symbol, about, dimension, definition, aliases, standard } = unit
  return (
    <tr>
      <Cell>
        <code className="font-mono font-medium">{symbol}</code>
      </Cell>
      <Cell className="min-w-44">{about}</Cell>
      <Cell className="whitespace-nowrap">{dimension}</Cell>
      <Cell className="min-w-44 font-mono">{definition}</Cell>
      <Cell className="min-w-36 text-ink-soft">{aliases.length === 0 ? '–' : aliases.join(', ')}</Cell>
      <Cell className="text-ink-soft">{standard}</Cell>
    </tr>
  )
}
