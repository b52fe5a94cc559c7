import { expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { compileRuleset } from '../compile'
import { Meter, StepsExceededError } from '../core/meter'
import { CheckableRuleset, checkCompiled, inBytes } from './check-compiled'

const LIMITS = {
  ...{ ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS, evaluation_steps: 1_000_000 },
  ...{ solver_steps: 1, solver_memory_mb: 1, solver_steps_total: 1 },
}
/** Many lines in general position, whose cells have many values. */
const HARD = Array.from({ length: 40 }, (_, i) => `If(a + ${i} * b > ${i * i}, ${i % 2 === 0 ? 1 : -2}, 0)`).join(' + ')
const TEXT = (report: string) =>
  `version 1.4;\ndeclare a as numeric;\ndeclare b as numeric;\n${report}assert positive { a > b };\n`

function check(text: string, steps: { readonly stepsHere?: number } = {}): Record<string, unknown> {
  const compiled = compileRuleset({
    ...{ source: text, hash: '', library: builtInLibrary(), unitLibraryHash: null },
    limits: LIMITS,
  })
  if (compiled.status !== 'compiled') throw new Error('does not compile')
  const tools = { solver: null, mode: 'tiers', meter: new Meter(2_000), limits: LIMITS, ...steps } as const
  return JSON.parse(checkCompiled(new CheckableRuleset(compiled.compiled), { a: null, b: null }, tools, inBytes)!)
}

it('answers assertions alike with and without a report that is too hard', { tags: 'thorough' }, () => {
  const { reports, ...rest } = check(TEXT(`report r = ${HARD};\n`))
  expect(rest).toEqual(check(TEXT('')))
  expect(reports).toMatchObject([
    { possible: null, reason_undecided: expect.stringContaining('Not worked out within') },
  ])
})

it('leaves a long search to a worker', () => {
  expect(() => check(TEXT(`report r = ${HARD};\n`), { stepsHere: 1_000 })).toThrow(StepsExceededError)
  expect(check(TEXT('report r = a + b;\n'), { stepsHere: 1_000 })).toEqual(check(TEXT('report r = a + b;\n')))
})
