/** Changes of an author to the clauses of a revision; its text never changes. */
import { type Clause, wordsOf } from './clause'

export const MAX_REASON_LENGTH = 1_000

export type ClauseMark =
  | { readonly kind: 'rule' }
  | { readonly kind: 'definition' }
  | { readonly kind: 'not_checkable'; readonly reason: string }

/** Clauses are named by where they begin, because labels follow from the edits. */
export type ClauseEdit =
  | { readonly kind: 'split'; readonly at: number }
  | { readonly kind: 'join'; readonly start: number }
  /** Null removes the mark. */
  | { readonly kind: 'mark'; readonly start: number; readonly mark: ClauseMark | null }

export interface EditedClauses {
  readonly clauses: readonly Clause[]
  /** By the start of the clause. */
  readonly marks: ReadonlyMap<number, ClauseMark>
}

/** Why an edit does not fit the clauses, as a sentence. */
export class EditProblem {
  constructor(readonly message: string) {}
}

export function applyEdits(text: string, clauses: readonly Clause[], edits: readonly ClauseEdit[]): EditedClauses {
  let edited: EditedClauses = { clauses, marks: new Map() }
  for (const edit of edits) {
    const next = applyEdit(text, edited, edit)
    if (!(next instanceof EditProblem)) edited = next
  }
  return edited
}

export function applyEdit(text: string, edited: EditedClauses, edit: ClauseEdit): EditedClauses | EditProblem {
  if (edit.kind === 'split') return splitClause(text, edited, edit.at)
  const index = edited.clauses.findIndex(({ start }) => start === edit.start)
  if (index < 0) return new EditProblem(`No clause begins at character ${edit.start}. Open the document again.`)
  if (edit.kind === 'join') return joinClause(edited, index)
  const marks = new Map(edited.marks)
  if (edit.mark === null) marks.delete(edit.start)
  else marks.set(edit.start, edit.mark)
  return { ...edited, marks }
}

/** The second part gets the label `4.2/2`; parts of the clause remain parts of the first one. */
function splitClause(text: string, { clauses, marks }: EditedClauses, at: number): EditedClauses | EditProblem {
  const index = clauses.findIndex(({ start, end }) => start < at && at < end)
  const clause = clauses[index]
  if (clause === undefined)
    return new EditProblem('A clause begins or ends there already. Choose a place inside a clause.')
  const isEmpty = text.slice(clause.start, at).trim() === '' || text.slice(at, clause.end).trim() === ''
  if (isEmpty || at < clause.bodyStart)
    return new EditProblem('One of the two parts would have no words. Choose a place between two words of the clause.')
  // Never between the two halves of a surrogate pair.
  if (/[\udc00-\udfff]/.test(text.charAt(at))) return new EditProblem('Choose a place between two characters.')
  const first = { ...clause, end: at }
  const spaces = /^\s*/.exec(text.slice(at))?.[0].length ?? 0
  const label = partLabel(clause.label, clauses)
  const second: Clause = {
    label,
    start: at,
    end: clause.end,
    bodyStart: at + spaces,
    parent: clause.parent,
    role: 'text',
  }
  const moved = clauses.map((each) => ({
    ...each,
    parent: each.parent !== null && each.parent > index ? each.parent + 1 : each.parent,
  }))
  return { clauses: [...moved.slice(0, index), first, second, ...moved.slice(index + 1)], marks }
}

function partLabel(label: string, clauses: readonly Clause[]): string {
  const whole = label.replace(/\/\d+$/, '')
  const numbers = clauses
    .filter((each) => each.label.startsWith(`${whole}/`))
    .map((each) => Number(each.label.slice(whole.length + 1)))
  return `${whole}/${Math.max(1, ...numbers) + 1}`
}

/** Joins a clause with the one before it. */
function joinClause({ clauses, marks }: EditedClauses, index: number): EditedClauses | EditProblem {
  const [before, clause] = [clauses[index - 1], clauses[index]]
  if (before === undefined || clause === undefined)
    return new EditProblem('The first clause has no clause before it. Join the second one instead.')
  const parentOf = (parent: number | null) => {
    if (parent === null || parent < index) return parent
    return parent - 1
  }
  const joined = clauses
    .map((each) => ({ ...each, parent: parentOf(each.parent) }))
    .toSpliced(index - 1, 2, { ...before, end: clause.end, role: 'text' })
  const left = new Map(marks)
  left.delete(clause.start)
  return { clauses: joined, marks: left }
}

/** The edits of an older revision, for the clauses and words of a newer one that they still fit. */
export function carryEdits(
  older: { readonly text: string; readonly clauses: readonly Clause[]; readonly edits: readonly ClauseEdit[] },
  newer: { readonly text: string; readonly clauses: readonly Clause[] },
  match: (edited: EditedClauses, clauses: readonly Clause[]) => ReadonlyMap<number, number>,
): readonly ClauseEdit[] {
  const carried: ClauseEdit[] = []
  let edited: EditedClauses = { clauses: newer.clauses, marks: new Map() }
  const keep = (edit: ClauseEdit) => {
    const next = applyEdit(newer.text, edited, edit)
    if (next instanceof EditProblem) return
    edited = next
    carried.push(edit)
  }
  for (const edit of older.edits) {
    if (edit.kind === 'split') {
      const at = placeOf(older.text, edit.at, newer.text)
      if (at !== null) keep({ kind: 'split', at })
    } else if (edit.kind === 'join') {
      const clause = older.clauses.find(({ start }) => start === edit.start)
      const words = clause === undefined ? '' : wordsOf(older.text, clause)
      const same = edited.clauses.filter((each) => each.label === clause?.label && wordsOf(newer.text, each) === words)
      if (same.length === 1 && same[0] !== undefined) keep({ kind: 'join', start: same[0].start })
    }
  }
  const old = applyEdits(older.text, older.clauses, older.edits)
  for (const [start, found] of match(old, edited.clauses)) {
    const mark = old.marks.get(start)
    if (mark !== undefined) keep({ kind: 'mark', start: found, mark })
  }
  return carried
}

const CONTEXT_LENGTH = 40

/** The same place in the newer text, found by the words around it; null if they are missing or occur several times. */
function placeOf(older: string, at: number, newer: string): number | null {
  const before = older.slice(Math.max(0, at - CONTEXT_LENGTH), at)
  const quote = before + older.slice(at, at + CONTEXT_LENGTH)
  const found = newer.indexOf(quote)
  return found < 0 || newer.includes(quote, found + 1) ? null : found + before.length
}
