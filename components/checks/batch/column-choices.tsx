import { useMemo } from 'react'
import type { ColumnPlan } from '../../../server/engine/records/column-plan'
import { Cell, Table } from '../../ui/table'
import { choicesOf } from './column-words'

/** Tables with more claims are closed at first. */
const MAX_OPEN_CLAIMS = 12

/** Lists for each claim the column that it takes, or what it is without one. */
export function ColumnChoices({ plan }: { readonly plan: ColumnPlan }) {
  const choices = useMemo(() => choicesOf(plan), [plan])
  const without = choices.filter(({ kind }) => kind !== 'column').length
  return (
    <details
      open={choices.length <= MAX_OPEN_CLAIMS}
      className="rounded-lg border border-line bg-surface"
      data-testid="column-choices"
    >
      <summary className="cursor-pointer px-3 py-2 text-sm text-ink-soft">
        {without === 0
          ? 'Every claim has a column'
          : `${without} of ${choices.length} claims ${without === 1 ? 'has' : 'have'} no column`}
      </summary>
      <Table label="Sources of the claims" columns={['Claim', 'Taken from']}>
        {choices.map(({ claim, kind, words }) => (
          <tr key={claim} data-kind={kind}>
            <Cell>
              <code className="text-sm break-all">{claim}</code>
            </Cell>
            <Cell>{words}</Cell>
          </tr>
        ))}
      </Table>
    </details>
  )
}
