import { z } from 'zod'
import type { Clause } from '../../documents/clause'
import {
  applyEdits,
  type ClauseEdit,
  carryEdits,
  type EditedClauses,
  MAX_REASON_LENGTH,
} from '../../documents/edit-clauses'
import { matchClauses } from '../../documents/match-clauses'
import { splitClauses } from '../../documents/split-clauses'

const offset = z.int().min(0)

export const clauseMark = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule') }),
  z.strictObject({ kind: z.literal('definition') }),
  z.strictObject({
    kind: z.literal('not_checkable'),
    reason: z.string().trim().min(1, { error: 'the reason why the clause cannot be checked' }).max(MAX_REASON_LENGTH),
  }),
])

/** As it is stored, and as pages send it. */
export const clauseEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('split'), at: offset }),
  z.strictObject({ kind: z.literal('join'), start: offset }),
  z.strictObject({ kind: z.literal('mark'), start: offset, mark: clauseMark.nullable() }),
])

export function readEdits(stored: readonly unknown[]): readonly ClauseEdit[] {
  return stored.map((edit) => clauseEdit.parse(edit))
}

export interface SplitText {
  readonly text: string
  /** As the text divides itself. */
  readonly clauses: readonly Clause[]
  readonly edits: readonly ClauseEdit[]
  readonly edited: EditedClauses
}

export function splitText(text: string, stored: readonly unknown[]): SplitText {
  const clauses = splitClauses(text)
  const edits = readEdits(stored)
  return { text, clauses, edits, edited: applyEdits(text, clauses, edits) }
}

/** The edits of the revision before, as far as they fit the new text. */
export function editsFor(text: string, before: SplitText): readonly ClauseEdit[] {
  return carryEdits(before, { text, clauses: splitClauses(text) }, (old, clauses) => {
    const matches = matchClauses({ text: before.text, clauses: old.clauses }, { text, clauses })
    return new Map(
      matches.flatMap(({ older, newer }) => {
        const [from, to] = [
          older === null ? undefined : old.clauses[older],
          newer === null ? undefined : clauses[newer],
        ]
        return from === undefined || to === undefined ? [] : [[from.start, to.start] as const]
      }),
    )
  })
}
