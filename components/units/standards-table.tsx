'use client'

import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button, Field, TextEntry } from '../ui/controls'
import { EmptyState } from '../ui/page-frame'
import { Cell, Table } from '../ui/table'
import { type ListedUnit, listedUnits, matchingUnits } from './listed-units'

/** Initially shown rows of a search. */
const FIRST_ROWS = 50

/** Lists the units of the built-in standards, by search or by standard. */
export function StandardsTable({ versions }: { readonly versions: ReadonlyMap<string, string> }) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const units = useMemo(listedUnits, [])
  const isSearching = wanted.trim() !== ''
  return (
    <section aria-labelledby="standards">
      <h2 id="standards" className="text-xl font-semibold">
        Standards
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Every unit library has these {units.length} units. Their definitions are exact and never change within a
        version.
      </p>
      <Field label="Search units" className="my-3 max-w-xl">
        {(bound) => (
          <TextEntry
            {...bound}
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            placeholder="Symbol, name, spelling, standard or what it measures"
          />
        )}
      </Field>
      {isSearching ? (
        // Another search starts with its first rows.
        <FoundUnits key={wanted} units={units} search={wanted} />
      ) : (
        <ul aria-label="Standards" className="divide-y divide-line rounded-lg border border-line bg-surface">
          {[...versions].map(([name, version]) => (
            <Standard
              key={name}
              name={name}
              version={version}
              units={units.filter(({ standard }) => standard === name)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function FoundUnits({ units, search }: { readonly units: readonly ListedUnit[]; readonly search: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const matches = useMemo(() => matchingUnits(units, search), [units, search])
  const shown = showsAll ? matches : matches.slice(0, FIRST_ROWS)
  return (
    <>
      <p role="status" className="mb-2 text-sm text-ink-faint">
        {matches.length} of {units.length} units
      </p>
      {matches.length === 0 ? (
        <EmptyState title="No units match">
          <p>Try a symbol, such as kg, or what the unit measures, such as volume.</p>
        </EmptyState>
      ) : (
        <UnitTable label="Units found" units={shown} hasStandards />
      )}
      {shown.length < matches.length && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {matches.length}
        </Button>
      )}
    </>
  )
}

/** The units of one standard, drawn when opened. */
function Standard(props: { readonly name: string; readonly version: string; readonly units: readonly ListedUnit[] }) {
  const { name, version, units } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-baseline gap-x-2 px-4 py-2.5 hover:bg-canvas [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={14}
            aria-hidden
            className="shrink-0 self-center text-ink-faint transition-transform group-open:rotate-90"
          />
          <span className="font-medium">{name.charAt(0).toUpperCase() + name.slice(1)}</span>
          <span className="text-sm text-ink-faint">
            version {version}, {units.length === 1 ? '1 unit' : `${units.length} units`}
          </span>
          <span className="min-w-0 basis-full truncate pl-5.5 text-sm text-ink-soft sm:flex-1 sm:basis-0 sm:pl-0 sm:text-right">
            {units
              .slice(0, 6)
              .map(({ symbol }) => symbol)
              .join(', ')}
            {units.length > 6 && ', …'}
          </span>
        </summary>
        {isOpen && (
          <div className="px-3 pb-3">
            <UnitTable label={`Units of the standard ${name}`} units={units} hasStandards={false} />
          </div>
        )}
      </details>
    </li>
  )
}

function UnitTable(props: {
  readonly label: string
  readonly units: readonly ListedUnit[]
  /** Whether the units belong to several standards. */
  readonly hasStandards: boolean
}) {
  const { label, units, hasStandards } = props
  const columns = ['Symbol', 'Name', 'Measures', 'Definition', 'Also written']
  return (
    <Table label={label} columns={hasStandards ? [...columns, 'Standard'] : columns}>
      {units.map((unit) => (
        <UnitRow key={unit.symbol} unit={unit} hasStandard={hasStandards} />
      ))}
    </Table>
  )
}

function UnitRow({ unit, hasStandard }: { readonly unit: ListedUnit; readonly hasStandard: boolean }) {
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
      {hasStandard && <Cell className="text-ink-soft">{standard}</Cell>}
    </tr>
  )
}
