import { fallbackText } from '../../../server/engine/records/record-fields'
import { Notice } from '../../ui/notice'
import { type BatchInput, type RecordSample, rowCount } from './batch-input'
import { ColumnChoices } from './column-choices'

/** Says what the file is, and how it is read, before and after a run. */
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
      {rows === 0 && <Notice kind="problem">The file has no rows.</Notice>}
      {columns !== null && (
        <>
          <ColumnNotice kind="problem" names={columns.twice} before="Two columns name the same claim:" />
          <ColumnNotice
            kind="problem"
            names={columns.uncounted}
            before="A list needs a column with its number of entries:"
          />
          <ColumnNotice
            kind="info"
            names={columns.unused}
            before="These columns are not claims. They are ignored, and included in the download:"
          />
          <ColumnChoices plan={columns} />
        </>
      )}
      {sample !== null && <SampleNotices sample={sample} />}
    </div>
  )
}

function SampleNotices({ sample }: { readonly sample: RecordSample }) {
  return (
    <>
      <ColumnNotice
        kind="warning"
        names={sample.unused}
        before="Some of the first rows have members that are not claims. Such rows are refused:"
      />
      <ColumnNotice
        kind="warning"
        names={sample.missing}
        before="Some of the first rows leave out claims. Such rows are refused, because an unknown claim is written as null:"
      />
      <ColumnNotice
        kind="info"
        names={sample.defaults.map(
          ({ name, fallback }) => `${name} = ${fallback === null ? '' : fallbackText(fallback)}`,
        )}
        before="Some of the first rows leave out claims that have a default, which they take:"
      />
    </>
  )
}

const MAX_NAMES = 20

function ColumnNotice(props: {
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

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
