import { Plus } from 'lucide-react'
import { Button } from '../ui/controls'
import { HashText } from '../ui/copy-text'
import { EmptyState } from '../ui/page-frame'
import { Cell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import type { UnitList } from './read-units'

/** Lists the converters of the namespace, with the hash of its library. */
export function ConvertersSection(props: {
  readonly units: UnitList
  /** Null without permission. */
  readonly onAdd: (() => void) | null
}) {
  const { units, onAdd } = props
  const { converters, unit_library_hash: hash } = units
  const add =
    onAdd === null ? null : (
      <Button look="primary" onClick={onAdd}>
        <Plus size={15} aria-hidden />
        Add a converter
      </Button>
    )
  return (
    <section aria-labelledby="converters">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="converters" className="text-xl font-semibold">
            Converters of this namespace
          </h2>
          <p className="mt-1 text-ink-soft">
            {hash === null ? (
              'Built-in units only.'
            ) : (
              <>
                Current library: <HashText hash={hash} what="unit library hash" />
              </>
            )}
          </p>
        </div>
        {converters.length > 0 && add}
      </div>
      {converters.length === 0 ? (
        <div className="mt-3 rounded-lg border border-line bg-surface">
          <EmptyState title="No converters yet" {...(add !== null && { actions: add })}>
            <p>
              A converter says what one unit is worth in another if the standards cannot, for example an exchange rate
              or the days of a month.
              {add === null && ' Authors and administrators can add one.'}
            </p>
          </EmptyState>
        </div>
      ) : (
        <Table
          label="Converters and their sources"
          className="mt-3"
          columns={['From', 'To', 'Factor', 'Offset', 'Source', 'Added by', 'Added']}
        >
          {converters.map((converter) => (
            <tr key={`${converter.from_unit} ${converter.to_unit}`}>
              <Cell className="font-mono">{converter.from_unit}</Cell>
              <Cell className="font-mono">{converter.to_unit}</Cell>
              <Cell className="max-w-64 font-mono break-all">{converter.factor_exact}</Cell>
              <Cell className="max-w-40 font-mono break-all">{converter.offset_exact}</Cell>
              <Cell className="min-w-40 break-words">{converter.attribution ?? 'Not given'}</Cell>
              <Cell className="min-w-32 break-words">{converter.added_by}</Cell>
              <Cell>
                <TimeText at={converter.added_at} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
