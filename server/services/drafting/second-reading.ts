/**
 * Compares the rules of a group with conditions that somebody wrote from the clauses without seeing the rules. Both are
 * added to the same text as one further assertion, so the comparison needs no pairs and no names.
 */
import type { z } from 'zod'
import type { comparisonResult } from '../../api/schemas/comparison'
import type { Caller } from '../calls/caller'
import type { RulesetText } from '../engine-pool/engine-job'
import type { Comparisons } from '../meaning/comparisons'
import { compileDraft, type DraftCompilation, type DraftCompiler } from './compile-draft'
import type { RuleGroup } from './rule-groups'

/** The reading holds and the rules do not, or the other way round. */
type Answered = 'TRUE' | 'FALSE' | 'UNKNOWN'

export interface AnswerPair {
  readonly rules: Answered
  readonly reading: Answered
}

export interface ReadingDifference extends AnswerPair {
  /** A dictionary that check accepts, and the claims that matter in words. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly words: string
  /** Along each number, the interval of this difference: "cost above 60 up to 75 USD". */
  readonly regions: readonly string[]
}

export type ReadingResult =
  | { readonly status: 'equal' }
  | { readonly status: 'differs'; readonly differences: readonly ReadingDifference[] }
  /** No difference was found, and equality was not proved. */
  | { readonly status: 'not_decided' }

type Comparison = z.output<typeof comparisonResult>

const MAX_DIFFERENCES = 6
/** Values that `@range` rejects show no difference that anybody can see. */
const EQUAL: ReadonlySet<string> = new Set(['same', 'differs_outside_ranges'])

export interface ReadingSides {
  readonly ruleset: RulesetText
  readonly group: RuleGroup
}

/** The text with the rules of the group as one assertion. */
function writeGroup({ ruleset, group }: ReadingSides): string {
  return writeTogether(
    ruleset.source,
    group.rules.map(({ own }) => own),
  )
}

/** Whether the conditions compile next to the claims of the text. */
export function compileReading(
  compiler: DraftCompiler,
  { ruleset }: Pick<ReadingSides, 'ruleset'>,
  conditions: readonly string[],
): Promise<DraftCompilation> {
  return compileDraft(compiler, writeTogether(ruleset.source, conditions))
}

/** @throws Refusal ENGINE_BUSY, BUDGET_EXCEEDED */
export async function compareReading(
  comparisons: Comparisons,
  compiler: DraftCompiler,
  caller: Caller,
  sides: ReadingSides,
  reading: RulesetText,
): Promise<ReadingResult> {
  const { engine, library, share } = compiler
  const rules = await engine.normalise(writeGroup(sides), share)
  const members = await comparisons.between(
    caller,
    { ruleset: rules, library },
    { ruleset: reading, library },
    [],
    share,
  )
  const name = readingName(sides.ruleset.source)
  const assertions = JSON.parse(members.assertions ?? '[]') as Comparison['assertions']
  const pair = assertions.find(({ after }) => after === name)
  if (pair === undefined) throw new Error(`the comparison lists no assertion ${name}`)
  const differences = pair.differences.flatMap(({ from, to, witness, regions }) =>
    witness === null
      ? []
      : [
          {
            ...{ rules: from, reading: to, claims: witness.claims, words: witness.sentence },
            regions: regions.map(({ claim, sentence }) => `${claim} ${sentence}`),
          },
        ],
  )
  if (differences.length > 0) return { status: 'differs', differences: differences.slice(0, MAX_DIFFERENCES) }
  return { status: EQUAL.has(pair.verdict) ? 'equal' : 'not_decided' }
}

const READING = 'second_reading'

/** A beginning that no name of the text has. */
function readingName(source: string): string {
  const taken = new Set(source.match(/[A-Za-z_][A-Za-z0-9_]*/g))
  let name = READING
  for (let number = 2; [...taken].some((each) => each.startsWith(name)); number++) name = `${READING}_${number}`
  return name
}

/** Writes the conditions as definitions, because a condition with exceptions cannot be a part of an expression. */
function writeTogether(source: string, conditions: readonly string[]): string {
  const name = readingName(source)
  const names = conditions.map((_, index) => `${name}_part_${index + 1}`)
  const lets = conditions.map((condition, index) => `let ${names[index]} = ${condition}\n;`)
  const whole = names.length > 1 ? `And(${names.join(', ')})` : (names[0] ?? 'True')
  return `${[source.trimEnd(), ...lets, `assert ${name} { ${whole} };`].join('\n')}\n`
}
