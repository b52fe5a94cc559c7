import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { normaliseSource } from '../../language/text/line-index'
import { builtInLibrary } from '../../language/units/unit-library'
import { joinRulesets } from '../../meaning/comparison/joined-rulesets'
import { obligationFile } from '../../meaning/obligations/obligation'
import {
  comparisonObligations,
  type NamedObligation,
  type QuestionTools,
  rulesetObligations,
} from '../../meaning/obligations/proved-facts'
import { CommandRefusal } from '../command/operator-command'

const LIBRARY = builtInLibrary()

/**
 * Writes the obligations of a ruleset, and of its comparison with an earlier one, with the built-in units.
 * @param base file of the earlier ruleset, or null
 * @returns the number of obligations
 * @throws CommandRefusal if a text does not compile or the folder is not empty
 */
export function writeObligations(folder: string, ruleset: string, base: string | null): number {
  const after = openRuleset(ruleset)
  const before = base === null ? null : openRuleset(base)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandRefusal(`${folder} is not empty. Name a folder that does not exist yet.`)
  const tools: QuestionTools = {
    solver: new Z3Solver(compileZ3()),
    mode: 'tiers',
    budget: { solver_steps: 2_000_000, solver_memory_mb: 512 },
    steps: 50_000_000,
  }
  const own = rulesetObligations(after, after.hash, tools)
  const obligations = before === null ? own : [...own, ...changeObligations(before, after, tools)]
  writeFiles(folder, obligations)
  return obligations.length
}

function changeObligations(before: OpenRuleset, after: OpenRuleset, tools: QuestionTools): readonly NamedObligation[] {
  const joined = joinRulesets(before.ruleset, after.ruleset, LIBRARY)
  return comparisonObligations({ joined, hashes: { before: before.hash, after: after.hash } }, tools)
}

/** Names of assertions may be longer than a file name. */
const MAX_NAME = 120

export function writeFiles(folder: string, obligations: readonly NamedObligation[]): void {
  mkdirSync(folder, { recursive: true })
  const digits = String(obligations.length).length
  obligations.forEach(({ name, obligation }, index) => {
    const file = `${String(index + 1).padStart(digits, '0')}-${name.slice(0, MAX_NAME)}.smt2`
    writeFileSync(path.join(folder, file), obligationFile(obligation).text)
  })
}

interface OpenRuleset {
  readonly source: string
  readonly ruleset: CheckedRuleset
  readonly hash: string
}

function openRuleset(file: string): OpenRuleset {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandRefusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const source = normaliseSource(text)
  const { ruleset, diagnostics, exceeded } = analyseRuleset(source, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  const hash = createHash('sha256').update(source).digest('hex')
  if (ruleset !== null) return { source, ruleset, hash }
  const problems = diagnostics.map(({ line, message }) => `${file}, line ${line}: ${message}`)
  throw new CommandRefusal(
    [...(exceeded === null ? [] : [`${file} is too large (${exceeded.budget}).`]), ...problems].join('\n'),
  )
}
