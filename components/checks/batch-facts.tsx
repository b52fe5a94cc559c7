import { Notice } from '../ui/notice'
import type { BatchInput } from './batch-input'
import { rowCount } from './batch-input'

/** What was found in a file before anything is run: nothing about it should surprise afterwards. */
export function BatchFacts({ input }: { readonly input: BatchInput }) {
  const { fileName, rows, bytes, form, columns, sample } = input
  return (
    <div className="space-y-2">
      <p>
        <span className="font-medium break-all">{fileName}</span>
        <span className="text-ink-soft">
          {' '}
          · {form === 'csv' ? 'CSV' : 'JSON Lines'} · {rowCount(rows)} · {sizeInWords(bytes)}
        </span>
      </p>
      {rows === 0 && <Notice kind="problem">There is no row in it.</Notice>}
      {columns !== null && (
        <>
          <Told kind="problem" names={columns.twice} before="Two columns have the name of the same claim:" />
          <Told
            kind="info"
            names={columns.unused}
            before="Columns that are no claims stay in the download and are not judged:"
          />
          <Told
            kind="warning"
            names={columns.missing}
            before="No column has these claims, so they are unknown in every row:"
          />
        </>
      )}
      {sample !== null && (
        <>
          <Told
            kind="warning"
            names={sample.unused}
            before="The first rows hold members that are no claims; such rows are refused:"
          />
          <Told
            kind="warning"
            names={sample.missing}
            before="Some of the first rows leave out claims; such rows are refused, since unknown is said with null:"
          />
        </>
      )}
    </div>
  )
}

function Told(props: {
  readonly kind: 'info' | 'warning' | 'problem'
  readonly names: readonly string[]
  readonly before: string
}) {
  const { kind, names, before } = props
  if (names.length === 0) return null
  return (
    <Notice kind={kind}>
      {before} <span className="font-mono text-sm break-words">{names.slice(0, MAX_NAMES).join(', ')}</span>
      {names.length > MAX_NAMES && ` and ${names.length - MAX_NAMES} more`}
    </Notice>
  )
}

const MAX_NAMES = 20

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
