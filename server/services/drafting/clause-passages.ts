import { Refusal } from '../../api/refusal'
import type { OpenedDocument } from '../documents/documents'

/** The parts of a document that a model reads, as data. */
export interface Passage {
  readonly clause: string
  readonly text: string
}

export interface ClauseMaterial {
  readonly document: { readonly label: string; readonly title: string }
  /** The clauses in question, those that they are part of, and those inside them, in the order of the text. */
  readonly passages: readonly Passage[]
  /** Clauses that are marked as definitions. */
  readonly definitions: readonly Passage[]
}

/** Characters of one request. */
export const MAX_PASSAGE_CHARACTERS = 20_000

type Shown = Pick<OpenedDocument, 'label' | 'title' | 'text' | 'clauses'>

/** @throws Refusal BAD_REQUEST for an unknown clause, BUDGET_EXCEEDED for too long ones */
export function readPassages(document: Shown, labels: readonly string[]): ClauseMaterial {
  const { label, title, text, clauses } = document
  const chosen = new Set(labels.map((each) => indexOf(document, each)))
  const wanted = new Set([...chosen].flatMap((index) => [...pathTo(document, index)]))
  clauses.forEach((_, at) => {
    if (pathTo(document, at).some((index) => chosen.has(index))) wanted.add(at)
  })
  const all = clauses.map(({ label: clause, start, end }) => ({ clause, text: text.slice(start, end).trim() }))
  const passages = all.filter((_, at) => wanted.has(at))
  const length = passages.reduce((sum, passage) => sum + passage.text.length, 0)
  if (length > MAX_PASSAGE_CHARACTERS)
    throw new Refusal(
      'BUDGET_EXCEEDED',
      `The clause ${labels.join(' and ')} is too long for one request. Split it on the page of the document.`,
      { budget: 'clause_characters', limit: MAX_PASSAGE_CHARACTERS, actual: length },
    )
  let room = MAX_PASSAGE_CHARACTERS - length
  const definitions = all.filter((passage, at) => {
    if (clauses[at]?.mark?.kind !== 'definition' || wanted.has(at) || passage.text.length > room) return false
    room -= passage.text.length
    return true
  })
  return { document: { label, title }, passages, definitions }
}

function indexOf({ label, clauses }: Shown, clause: string): number {
  const index = clauses.findIndex((each) => each.label === clause)
  if (index < 0)
    throw new Refusal('BAD_REQUEST', `The document "${label}" has no clause ${clause}. Choose one that the list has.`)
  return index
}

/** The clause and those that it is part of. */
function pathTo({ clauses }: Shown, index: number): readonly number[] {
  const path: number[] = []
  for (let at: number | null = index; at !== null; at = clauses[at]?.parent ?? null) path.push(at)
  return path
}
