import clsx from 'clsx'
import { ANSWERS } from '../../server/api/answer-letters'
import type { AssertionFace } from '../editor/ruleset-description'
import { Cell, HeadCell, Table } from '../ui/table'
import { AuthorsNote } from './authors-note'
import type { BatchAnswers, BatchFilter } from './batch-answers'
import { rowCount } from './batch-input'
import { OutcomeMark } from './outcome-mark'

/** How many rows have which answer, assertion by assertion; every count is a filter. */
export function BatchCounts(props: {
  readonly answers: BatchAnswers
  /** For the authors' notes. */
  readonly faces: readonly Pick<AssertionFace, 'name' | 'note'>[]
  readonly filter: BatchFilter
  readonly onFilter: (filter: BatchFilter) => void
}) {
  const { answers, faces, filter, onFilter } = props
  const notes = new Map(faces.map(({ name, note }) => [name, note]))
  return (
    <>
      <Table label="Answers by assertion" className="max-h-80 overflow-y-auto">
        <thead>
          <tr>
            <HeadCell className="sticky top-0">Assertion</HeadCell>
            {ANSWERS.map((answer) => (
              <HeadCell key={answer} className="sticky top-0 text-right">
                <OutcomeMark outcome={answer} />
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {answers.assertions.map((name, assertion) => (
            <tr key={name}>
              <Cell className="py-1">
                <span className="font-mono text-xs break-all">{name}</span>
                {(notes.get(name)?.length ?? 0) > 0 && (
                  <div className="max-w-prose text-sm text-ink-soft">
                    <AuthorsNote lines={notes.get(name) ?? []} />
                  </div>
                )}
              </Cell>
              {ANSWERS.map((answer) => {
                const count = answers.count(assertion, answer)
                const isOn = filter.kind === 'answer' && filter.assertion === assertion && filter.answer === answer
                return (
                  <Cell key={answer} className="py-1 text-right">
                    <CountButton
                      count={count}
                      isOn={isOn}
                      label={`${rowCount(count)} where ${name} is ${answer}`}
                      onClick={() => onFilter({ kind: 'answer', assertion, answer })}
                    />
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      {answers.refused > 0 && (
        <p className="flex items-center gap-2 text-sm">
          Rows that were refused:
          <CountButton
            count={answers.refused}
            isOn={filter.kind === 'refused'}
            label={`Refused: ${rowCount(answers.refused)}`}
            onClick={() => onFilter({ kind: 'refused' })}
          />
        </p>
      )}
    </>
  )
}

function CountButton(props: {
  readonly count: number
  readonly isOn: boolean
  readonly label: string
  readonly onClick: () => void
}) {
  const { count, isOn, label, onClick } = props
  if (count === 0) return <span className="px-2 text-ink-faint">0</span>
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      onClick={onClick}
      className={clsx(
        'rounded-md px-2 py-0.5 tabular-nums hover:bg-canvas',
        isOn ? 'bg-accent-soft font-medium text-ink' : 'text-accent underline',
      )}
    >
      {count.toLocaleString('en')}
    </button>
  )
}
