/** Opens a policy of the corpus: its ruleset, its decided rows, and the rows on which the policy text says otherwise. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import { decideAll } from '../../engine/decide/decide'
import { compileProgram } from '../../engine/evaluate/program'
import { renderReview } from '../../engine/explain/review'
import { reportValues } from '../../engine/reports'
import { openRuleset } from '../../engine/testing/open-text'
import { builtInLibrary } from '../../language/units/unit-library'

/** Answers of one row by name: `eligible` says whether all assertions are met, every other member is a report, null without a value. */
export type Answers = Readonly<Record<string, boolean | string | null>>

const answers = z.record(z.string(), z.union([z.boolean(), z.string(), z.null()]))
const row = z.strictObject({ claims: z.record(z.string(), z.unknown()), expected: answers })
/**
 * A clause that the published answers apply in another way. `answered` rewrites parts of the ruleset to that way, if
 * there is one. By the line of the row from 1, and only where they differ from the published ones: `rows` has the answers
 * of the ruleset, and `remaining` those of the ruleset with all clauses rewritten.
 */
const difference = z.strictObject({
  clause: z.string(),
  reading: z.string(),
  answered: z.record(z.string(), z.string()),
  rows: z.record(z.string(), answers),
  remaining: z.record(z.string(), answers).default({}),
})

export type Row = z.infer<typeof row>
export type Difference = z.infer<typeof difference>

export interface CorpusPolicy {
  readonly text: string
  readonly rows: readonly Row[]
  readonly differences: readonly Difference[]
}

/** @param slug a folder beside this file */
export function readPolicy(slug: string): CorpusPolicy {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, slug, name), 'utf8')
  return {
    text: read('policy.tsr'),
    rows: linesOf(read('rows.jsonl')).map((line) => row.parse(JSON.parse(line))),
    differences: z.array(difference).parse(JSON.parse(read('differences.json'))),
  }
}

export interface OpenPolicy {
  readonly lines: number
  readonly reviewCharacters: number
  /** Throws if the claims are refused, or an assertion or a report is open. */
  decide(claims: Readonly<Record<string, unknown>>): Answers
}

export function openPolicy(text: string): OpenPolicy {
  const ruleset = openRuleset(text)
  const program = compileProgram(ruleset)
  const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS)
  return {
    lines: linesOf(text).length,
    reviewCharacters: renderReview(ruleset).length,
    decide(claims) {
      const bound = binder.bind(claims)
      if (!bound.ok) throw new Error(`refused: ${JSON.stringify(bound)}`)
      const tools = { solver: null, budget: NO_SOLVER, meter: new Meter(1e6), mode: 'tiers' } as const
      const results = decideAll(program, bound.known, bound.unbridged, tools)
      if (results === 'needs solver') throw new Error('an assertion is open')
      const found: Record<string, boolean | string | null> = {
        eligible: results.every(({ check }) => check === 'TRUE'),
      }
      for (const { name, value, noValue } of reportValues(program, bound.known, bound.unbridged)) {
        if (value === null && noValue === undefined) throw new Error(`${name} is open`)
        found[name] = value
      }
      return found
    },
  }
}

/** The ruleset with the clauses as the published answers apply them. Throws if a part to rewrite is not in it. */
export function asAnswered({ text, differences }: CorpusPolicy): string {
  const rewritings = differences.flatMap(({ answered }) => Object.entries(answered))
  return rewritings.reduce((rewritten, [from, to]) => {
    if (rewritten.split(from).length !== 2) throw new Error(`the policy does not say once: ${from}`)
    return rewritten.replace(from, () => to)
  }, text)
}

const NO_SOLVER = { solver_steps: 0, solver_memory_mb: 0 }

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n')
}
