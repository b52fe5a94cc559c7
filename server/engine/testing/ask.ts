/** Asks the solver about rulesets as text, with claims and answers by name. Throws if the text does not compile. */

import { parseNumeral, printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { Meter } from '../core/meter'
import { type Completion, FALSE, type Known, NONE, TRUE, type Value } from '../core/value'
import type { Inquiry, SolverBudget } from '../solver/solver'
import { compileZ3 } from '../solver/z3-module'
import { Z3Solver } from '../solver/z3-solver'

export const AMPLE_BUDGET: SolverBudget = { solver_steps: 200_000, solver_memory_mb: 256 }

/** Numbers or numerals for numeric inputs. */
export type Claims = Readonly<Record<string, boolean | number | string>>

export function compileText(text: string): CheckedRuleset {
  const { ruleset, diagnostics } = analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(diagnostics.map((diagnostic) => diagnostic.message).join('\n'))
  return ruleset
}

export function bindByName(ruleset: CheckedRuleset, claims: Claims): Known {
  const strays = Object.keys(claims).filter((name) => ruleset.inputs.every((input) => input.name !== name))
  if (strays.length > 0) throw new Error(`no input is called ${strays.join()}`)
  return ruleset.inputs.map((input) => {
    const value = claims[input.name]
    if (value === undefined) return null
    if (input.type.kind !== 'numeric') return typeof value === 'number' ? String(value) : value
    const parsed = parseNumeral(String(value), 1000)
    if (!(parsed instanceof Rational)) throw new Error(`${input.name} gets a value that is not a number`)
    return parsed
  })
}

export function startSolver(module = compileZ3()): Z3Solver {
  return new Z3Solver(module)
}

export function inquireText(solver: Z3Solver, text: string, claims: Claims = {}, budget = AMPLE_BUDGET): Inquiry {
  const ruleset = compileText(text)
  return solver.inquire(ruleset, 0, bindByName(ruleset, claims), budget, new Meter(0))
}

/** T, F and N for outcomes that some completion has, with `?` if undecided. */
export function outcomeLetters(inquiry: Inquiry): string {
  return [TRUE, FALSE, NONE]
    .map((wanted, i) => {
      const { status } = inquiry.find(wanted)
      return status === 'none' ? '' : `${'TFN'[i]}${status === 'found' ? '' : '?'}`
    })
    .join('')
}

export function completionByName(
  ruleset: CheckedRuleset,
  completion: Completion,
): Readonly<Record<string, string | boolean>> {
  return Object.fromEntries(
    ruleset.inputs.flatMap(({ name }, i) => {
      const value = completion[i] ?? null
      return value === null ? [] : [[name, showValue(value)]]
    }),
  )
}

function showValue(value: Value): string | boolean {
  return value instanceof Rational ? printNumeral(value) : value
}
