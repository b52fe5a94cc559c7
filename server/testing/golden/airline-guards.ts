/** The bundled example of tool guards: an airline's booking agent (server/testing/golden/guards/airline). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { toolGuard } from '../../api/schemas/tool-guard'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { compileRuleset } from '../../engine/compile'
import { Meter } from '../../engine/core/meter'
import type { DecideTools } from '../../engine/decide/decide-possible'
import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import { type PreparedGuard, prepareGuard } from '../../guard/prepared-guard'
import { normaliseSource } from '../../language/text/line-index'
import { builtInLibrary } from '../../language/units/unit-library'

export const AIRLINE_FOLDER = path.join(import.meta.dirname, 'guards', 'airline')

const exampleGuards = z.array(toolGuard.omit({ ruleset_hash: true }).extend({ ruleset: z.string() }))

/** Every guard of the example, by tool. */
export function readAirlineGuards(): ReadonlyMap<string, PreparedGuard> {
  const guards = exampleGuards.parse(JSON.parse(readFileSync(path.join(AIRLINE_FOLDER, 'guards.json'), 'utf8')))
  return new Map(guards.map(({ ruleset, ...guard }) => [guard.tool, prepareExample(guard, readRuleset(ruleset))]))
}

function prepareExample(guard: Omit<z.infer<typeof toolGuard>, 'ruleset_hash'>, source: string): PreparedGuard {
  const hash = createHash('sha256').update(source).digest('hex')
  const library = builtInLibrary()
  const compiled = compileRuleset({ source, hash, library, unitLibraryHash: null, limits: DEFAULT_BUDGETS })
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled))
  const preparation = prepareGuard({ ...guard, ruleset_hash: hash }, compiled.compiled)
  if (!preparation.ok) throw new Error(JSON.stringify(preparation.mistakes))
  return preparation.prepared
}

function readRuleset(name: string): string {
  return normaliseSource(readFileSync(path.join(AIRLINE_FOLDER, name), 'utf8'))
}

const solver = new Z3Solver(compileZ3())

/** Tools of one decision. */
export function guardTools(): DecideTools {
  return {
    solver,
    mode: 'tiers',
    budget: { solver_steps: DEFAULT_BUDGETS.solver_steps, solver_memory_mb: DEFAULT_BUDGETS.solver_memory_mb },
    meter: new Meter(DEFAULT_BUDGETS.evaluation_steps),
  }
}
