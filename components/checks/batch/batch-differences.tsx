import { HashText } from '../../ui/copy-text'
import { OutcomeMark } from '../../ui/outcome-mark'
import { Cell, Table } from '../../ui/table'
import type { AnswerChange, BatchComparison } from './batch-comparison'
import { rowCount } from './batch-input'

export interface ChosenRows {
  readonly words: string
  readonly rows: Uint32Array
}

/** Shows how the answers differ between two revisions. Each count selects its rows. */
export function BatchDifferences(props: {
  readonly comparison: BatchComparison
  readonly beforeHash: string
  readonly chosen: ChosenRows | null
  readonly onChoose: (chosen: ChosenRows) => void
}) {
  const { comparison, beforeHash, chosen, onChoose } = props
  const { changes, differing, compared, newlyRefused, newlyAccepted, unpaired } = comparison
  const choice = (words: string, rows: Uint32Array) => (
    <button
      type="button"
      aria-pressed={chosen?.words === words}
      aria-label={`${rowCount(rows.length)}: ${words}`}
      onClick={() => onChoose({ words, rows })}
      className="rounded-md px-2 py-0.5 text-accent tabular-nums underline hover:bg-canvas aria-pressed:bg-accent-soft"
    >
      {rows.length.toLocaleString('en')}
    </button>
  )
  return (
    <section aria-labelledby="differences-heading" className="space-y-2" data-testid="batch-differences">
      <h2 id="differences-heading" className="font-semibold">
        Differences from the other revision
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        Compared with <HashText hash={beforeHash} what="hash of the other revision" />:
        {differing.length === 0
          ? ` ${rowCount(compared)}, and no answer differs.`
          : ` of ${rowCount(compared)}, these are answered differently:`}
        {differing.length > 0 && choice('rows that are answered differently', differing)}
      </p>
      {changes.length > 0 && (
        <Table
          label="Answers that differ, by assertion"
          className="max-h-80 overflow-y-auto"
          columns={[{ title: 'Assertion' }, { title: 'Before' }, { title: 'Now' }, { title: 'Rows', isNumber: true }]}
        >
          {changes.map((change) => (
            <tr key={changeInWords(change)}>
              <Cell className="py-1 font-mono text-xs break-all">{change.name}</Cell>
              <Cell className="py-1">
                <OutcomeMark outcome={change.from} />
              </Cell>
              <Cell className="py-1">
                <OutcomeMark outcome={change.to} />
              </Cell>
              <Cell className="py-1 text-right">{choice(changeInWords(change), change.rows)}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {newlyRefused.length > 0 && (
        <p className="text-sm">
          Accepted before and refused now: {choice('rows that were accepted before and are refused now', newlyRefused)}
        </p>
      )}
      {newlyAccepted.length > 0 && (
        <p className="text-sm">
          Refused before and accepted now: {choice('rows that were refused before and are accepted now', newlyAccepted)}
        </p>
      )}
      {unpaired.length > 0 && (
        <p className="text-sm text-ink-soft">
          Assertions that only one of the revisions has are not compared:{' '}
          <span className="font-mono break-words">{unpaired.join(', ')}</span>
        </p>
      )}
    </section>
  )
}

function changeInWords({ name, from, to }: AnswerChange): string {
  return `rows where ${name} was ${from} and is ${to}`
}
