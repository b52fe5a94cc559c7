import { joinSeries } from '../../engine/explain/english/clause'
import type { AnswerChange, ComparedPair, OpenReason } from './comparison-result'
import { firstInWords, listInWords } from './finding'

/** "If city is "new_york" and room rate is 400 USD: TRUE before, FALSE now. …" */
export function changesInWords(changes: readonly AnswerChange[], called: (claim: string) => string): string {
  return changes.map((change) => changeInWords(change, called)).join(' ')
}

function changeInWords({ witness, regions }: AnswerChange, called: (claim: string) => string): string {
  // A single number is in the witness already.
  const wide = regions.filter(({ from, to }) => from === null || to === null || from.value !== to.value)
  const along = wide.map(({ claim, words }) => `if ${called(claim)} is ${words}`)
  if (along.length === 0) return `${witness.words}.`
  const others = witness.decisive.length > 1 ? ', with every other value unchanged' : ''
  return `${witness.words}. The same holds ${joinSeries(along, 'or')}${others}.`
}

const WHY: Readonly<Record<OpenReason, string>> = {
  evaluation_steps: 'the evaluation steps of this call are spent',
  solver_steps: 'a question needs more solver steps than one question may use',
  solver_steps_total: 'the solver steps of this call are spent',
  solver_memory_mb: 'a question needs more memory than the solver may use',
  incomplete: 'the condition is beyond what the solver decides',
  irrational: 'only irrational numbers were found',
  'needs solver': 'no solver is available here',
  locals: 'it turns on more than three locals that are left open',
  reading: 'some values of a claim that it reads are read as others now',
}

export function openInWords(open: ComparedPair['open']): string {
  return listInWords([...new Set(open.map(({ reason }) => WHY[reason]))])
}

/** Describes a difference that only a dictionary with unknown claims shows. */
export function partialInWords({ partial }: Pick<ComparedPair, 'partial'>): string {
  if (partial === null) return ''
  const { before: was, after: now } = partial
  const names = new Set([...Object.keys(was), ...Object.keys(now)])
  const unknown = [...names].filter((name) => was[name] === null || now[name] === null)
  const [before, after] = partial.answers
  return `If ${firstInWords(unknown)} ${unknown.length === 1 ? 'is' : 'are'} unknown, it can be ${before} before and ${after} now.`
}
