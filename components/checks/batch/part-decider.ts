/**
 * Decides dictionaries with the server's own code and terms, so the answers are identical.
 *
 * Rows that need the solver stay undecided, and so do all rows if the ruleset does not compile; the server then says
 * why.
 */
import type { FieldFailure } from '../../../server/api/refusal'
import { CheckableRuleset, type EngineLimits } from '../../../server/engine/batch/check-compiled'
import { type Dictionaries, decideDictionaries } from '../../../server/engine/batch/decide-lines'
import { openLibrary } from '../../../server/engine/batch/open-library'
import { RecordFile, type TableHead } from '../../../server/engine/batch/record-rows'
import { compileRuleset } from '../../../server/engine/compile'
import type { DecideTools } from '../../../server/engine/decide/decide-possible'
import { recordFields } from '../../../server/engine/records/record-fields'

export interface DecidingTerms {
  readonly ruleset: { readonly hash: string; readonly source: string }
  readonly library: Parameters<typeof openLibrary>[0]
  readonly limits: EngineLimits
  readonly mode: DecideTools['mode']
}

export interface RefusedRow {
  readonly row: number
  readonly code: string
  readonly message: string
  readonly failures?: FieldFailure[]
}

export interface DecidedPart {
  readonly assertions: readonly string[]
  readonly rows: number
  /** Letter codes by row, then by assertion. */
  readonly answers: Uint8Array<ArrayBuffer>
  readonly refused: readonly RefusedRow[]
  /** Rows without letters yet. */
  readonly unsolved: readonly { readonly row: number; readonly line: string }[]
}

export class PartDecider {
  private readonly checkable: CheckableRuleset | null
  private readonly file: RecordFile

  /** @param head first row of a CSV file; null for JSON Lines */
  constructor(
    private readonly terms: DecidingTerms,
    head: TableHead | null = null,
  ) {
    const { ruleset, library, limits } = terms
    const input = { ...ruleset, library: openLibrary(library), unitLibraryHash: library.hash, limits }
    const outcome = compileRuleset(input)
    this.checkable = outcome.status === 'compiled' ? new CheckableRuleset(outcome.compiled) : null
    const inputs = outcome.status === 'compiled' ? outcome.compiled.ruleset.inputs : []
    this.file = new RecordFile(recordFields(inputs), head)
  }

  /** Returns null if the records are not UTF-8. */
  decide(records: ArrayBuffer): DecidedPart | null {
    const text = textOf(records)
    return text === null ? null : this.decideText(text)
  }

  private decideText(text: string): DecidedPart {
    const dictionaries = this.file.dictionaries(text)
    if (this.checkable === null) return undecidedPart(dictionaries)
    const { mode, limits } = this.terms
    const pieces: Uint8Array[] = []
    const refused: RefusedRow[] = []
    const unsolved: { row: number; line: string }[] = []
    for (let rows = 0; ; ) {
      // The server yields between pieces.
      const piece = decideDictionaries(this.checkable, dictionaries, rows, { solver: null, mode, limits })
      rows += piece.rows
      pieces.push(piece.answers)
      unsolved.push(...piece.unsolved)
      for (const { row, refusal } of piece.refused) refused.push(refusedRow(row, refusal))
      if (piece.done) return { assertions: piece.assertions, rows, answers: joinPieces(pieces), refused, unsolved }
    }
  }
}

function refusedRow(row: number, { code, message, details }: RefusedLine['refusal']): RefusedRow {
  return { row, code, message, ...(details.failures !== undefined && { failures: [...details.failures] }) }
}

type RefusedLine = ReturnType<typeof decideDictionaries>['refused'][number]

/** Keeps byte order marks within a file, as the server does. */
function textOf(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function undecidedPart({ length, line }: Dictionaries): DecidedPart {
  const unsolved = Array.from({ length }, (_, row) => ({ row, line: line(row) }))
  return { assertions: [], rows: unsolved.length, answers: new Uint8Array(0), refused: [], unsolved }
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
