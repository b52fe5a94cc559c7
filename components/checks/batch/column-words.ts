import {
  type ClaimSource,
  type ColumnPlan,
  fieldColumns,
  groupsAround,
} from '../../../server/engine/records/column-plan'
import { fallbackText } from '../../../server/engine/records/record-fields'

export interface ClaimChoice {
  /** As people know it: `driver[].age` for the entries that have no column. */
  readonly claim: string
  readonly kind: ClaimSource['kind'] | 'fields'
  readonly words: string
}

/** Says for each claim which column it takes, or what it is without one. Entries of a list without columns are one. */
export function choicesOf(plan: ColumnPlan): readonly ClaimChoice[] {
  const choices = new Map<string, ClaimChoice>()
  for (const source of plan.sources) {
    const { name } = source.field
    const claim = source.kind === 'column' ? name : name.replace(/\[\d+\]/g, '[]')
    if (!choices.has(claim)) choices.set(claim, { claim, ...choiceOf(source, plan) })
  }
  return [...choices.values()]
}

function choiceOf(source: ClaimSource, plan: ColumnPlan): Pick<ClaimChoice, 'kind' | 'words'> {
  const { field } = source
  const around = groupsAround(field, plan)
  const unknown = around.find((each) => isUnknown(each.source, plan))
  if (unknown !== undefined && source.kind === 'column') {
    const words = `the column ${quoted(source.title)} is not used, because no column ${quoted(unknown.source.field.column)} says how many entries there are`
    return { kind: 'unknown', words }
  }
  if (source.kind === 'column') {
    const unit = source.unit === null ? '' : `, in ${source.unit}`
    return { kind: 'column', words: `the column ${quoted(source.title)}${unit}` }
  }
  if (unknown !== undefined) return UNKNOWN_EVERYWHERE
  if (source.kind === 'default') {
    const where =
      around.length === 0
        ? 'in every row'
        : `in rows with such ${around.at(-1)?.entry === null ? 'a record' : 'an entry'}`
    return { kind: 'default', words: `no column: ${fallbackText(source.value)} ${where}, its default` }
  }
  if (field.kind === 'given' && !isUnknown(source, plan))
    return { kind: 'fields', words: 'no column: given in rows with a value for one of its fields, else unknown' }
  return UNKNOWN_EVERYWHERE
}

const UNKNOWN_EVERYWHERE = { kind: 'unknown', words: 'no column: unknown in every row' } as const

/** Whether it is a list whose number of entries has no column, or a record of which nothing is in the file. */
function isUnknown({ field, kind }: ClaimSource, plan: ColumnPlan): boolean {
  return kind === 'unknown' && (field.kind === 'count' || fieldColumns(field, plan).length === 0)
}

function quoted(text: string): string {
  return `“${text.trim()}”`
}
