/** Compares the answers of a compiled query with those of the engine, row by row. */
import { Meter } from '../../engine/core/meter'
import { FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import { Rational, toDouble } from '../../language/numeric/rational'
import type { DialectName } from '../../sql/dialect'
import { mayLackValue } from '../../sql/node-facts'

export interface Tally {
  decided: number
  open: number
  /** Open although the first tier of the engine decides, by the reason. */
  readonly early: { refused: number; untranslated: number; valueless: number; tooLarge: number }
}

export function emptyTally(): Tally {
  return { decided: 0, open: 0, early: { refused: 0, untranslated: 0, valueless: 0, tooLarge: 0 } }
}

const ANSWERS: Readonly<Record<number, string>> = { [TRUE]: 'TRUE', [FALSE]: 'FALSE', [NONE]: 'UNKNOWN' }

/** The answer of a row for an assertion, and whether it is open. */
export interface SqlAnswer {
  readonly answer: unknown
  readonly open: unknown
}

export interface ComparedRow {
  readonly known: Known
  /** Whether every assertion is left to the engine (random-table.ts). */
  readonly isLeft: boolean
  readonly answers: readonly SqlAnswer[]
}

/**
 * @param untranslated names of the assertions that are open in every row
 * @returns what is wrong, empty if nothing is
 */
export function compareRow(
  program: Program,
  { known, isLeft, answers }: ComparedRow,
  dialect: DialectName,
  untranslated: ReadonlySet<string>,
  tally: Tally,
): string[] {
  const problems: string[] = []
  const run = program.begin(known, new Meter(1e9))
  program.ruleset.assertions.forEach(({ name }, i) => {
    const { answer, open } = answers[i]!
    const isOpen = open === true || open === 1 || open === 'true'
    const outcome = program.evaluateMore(i, run)
    const problem = isOpen ? openProblem(outcome) : decidedProblem(outcome, answer)
    if (problem !== null) problems.push(`${name}: ${problem}`)
    function openProblem(outcome: Outcomes): string | null {
      tally.open++
      if (answer !== 'UNKNOWN') return `open, and ${answer}`
      if (isLeft) tally.early.refused++
      else if (!isDefinite(outcome)) return null
      else if (untranslated.has(name)) tally.early.untranslated++
      // PostgreSQL calculates with every number.
      else if (dialect !== 'postgres' && known.some(isLarge)) tally.early.tooLarge++
      // Only a condition that divides can be valueless, or be decided by the branches of a choice that may be.
      else if (mayLackValue(program.roots[i]!)) tally.early.valueless++
      else return `open, but the first tier decides ${ANSWERS[outcome]}`
      return null
    }
    function decidedProblem(outcome: Outcomes, answer: unknown): string | null {
      tally.decided++
      if (isLeft) return 'decided, but left to the engine'
      return ANSWERS[outcome] === answer ? null : `${answer}, but the engine has the outcomes ${outcome}`
    }
  })
  return problems
}

/** Whether products of the number may be beyond whole numbers of 64 or 128 bits. */
function isLarge(value: Value | null): boolean {
  return value instanceof Rational && Math.abs(toDouble(value)) > 500
}
