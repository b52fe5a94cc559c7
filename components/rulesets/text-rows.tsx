'use client'

import { useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { type Stretch, stretches } from './stretches'
import type { TextRow } from './text-changes'
import { SideBySideRow, UnifiedRow } from './text-row'

/** Rows drawn at first: a text that changed throughout would hold the page. */
const MAX_ROWS = 2_000

/** The comparison as a table; stretches without a change are folded until they are asked for. */
export function TextRows({ rows, wide }: { readonly rows: readonly TextRow[]; readonly wide: boolean }) {
  const parts = useMemo(() => stretches(rows), [rows])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(MAX_ROWS)
  const Row = wide ? SideBySideRow : UnifiedRow
  let left = most
  const shown = parts.flatMap((part) => {
    if (left <= 0) return []
    const open = !part.folded || opened.has(part.start)
    const drawn = open ? part.rows.slice(0, left) : []
    left -= drawn.length
    return [{ part, open, drawn }]
  })
  return (
    <>
      <table className="w-full table-fixed border-collapse rounded-lg border border-line bg-surface font-mono text-sm">
        <caption className="sr-only">
          {wide ? 'Lines before on the left, after on the right' : 'Lines before and after, one below the other'}
        </caption>
        <colgroup>
          <col className="w-12" />
          {wide && <col />}
          <col className="w-12" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            {wide && <th scope="col">Before</th>}
            <th scope="col">Line after</th>
            <th scope="col">{wide ? 'After' : 'Text'}</th>
          </tr>
        </thead>
        {shown.map(({ part, open, drawn }) => (
          <tbody key={part.start}>
            {open ? (
              drawn.map((row) => <Row key={`${row.before?.number ?? ''} ${row.after?.number ?? ''}`} row={row} />)
            ) : (
              <Folded part={part} wide={wide} onOpen={() => setOpened(new Set([...opened, part.start]))} />
            )}
          </tbody>
        ))}
      </table>
      {left <= 0 && (
        <div className="mt-3 text-center">
          <Button onClick={() => setMost(most + MAX_ROWS)}>Show more lines</Button>
        </div>
      )}
    </>
  )
}

function Folded(props: { readonly part: Stretch; readonly wide: boolean; readonly onOpen: () => void }) {
  return (
    <tr>
      <td colSpan={props.wide ? 4 : 3} className="border-y border-line bg-canvas px-2 py-0.5 text-center font-sans">
        <Button look="quiet" onClick={props.onOpen}>
          Show {props.part.rows.length} unchanged lines
        </Button>
      </td>
    </tr>
  )
}
