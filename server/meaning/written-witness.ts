/**
 * Witnesses as people and programs get them: the whole claim dictionary, and the claims that matter in words.
 *
 * Promises: the sentence names a smallest set of claims, in the order of declaration, that brings the outcome about
 * whatever the others are; locals are named too, because no dictionary states them.
 */
import { compileProgram } from '../engine/evaluate/program'
import { series } from '../engine/explain/english/clause'
import { Names } from '../engine/explain/english/names'
import { valueInWords } from '../engine/explain/english/sentence'
import { Meter, StepsExceeded } from '../engine/meter'
import type { Known, Value } from '../engine/value'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import { type ClaimDictionary, claimDictionary } from './claim-dictionary'
import type { Condition, Space } from './condition'
import { questionRuleset } from './question-ruleset'

export interface WrittenWitness {
  /** What POST /v1/check accepts. */
  readonly claims: ClaimDictionary
  /** "amount is 251 USD and city is "elsewhere"": no capital, no full stop. */
  readonly sentence: string
}

/** Evaluation steps for finding out which claims of one witness matter; where they do not suffice, all are named. */
const MAX_STEPS = 200_000

export class WitnessWriter {
  private readonly names: Names

  constructor(private readonly ruleset: CheckedRuleset) {
    this.names = new Names(ruleset)
  }

  /**
   * @param space holds the inputs of the ruleset first
   * @param condition what the values are a witness of
   */
  write(values: Known, space: Space, condition: Condition): WrittenWitness {
    const own = values.slice(0, this.ruleset.inputs.length)
    const clauses = mattering(space, condition, values).flatMap((index) => {
      const [input, value] = [this.ruleset.inputs[index], own[index] ?? null]
      return input === undefined || value === null ? [] : [valueInWords(input, value, this.names)]
    })
    return { claims: claimDictionary(this.ruleset, own), sentence: this.sentence(clauses) }
  }

  /**
   * A dictionary that leaves claims unknown. Its sentence names every claim that is read, unless no claim is known.
   * @param reads inputs of the ruleset
   */
  writeUnknown(known: Known, reads: readonly number[]): WrittenWitness {
    const claims = claimDictionary(this.ruleset, known)
    if (known.every((value) => value === null)) return { claims, sentence: 'no claim is known' }
    const claimsRead = reads.filter((index) => this.ruleset.inputs[index]!.kind === 'claim')
    const clauses = claimsRead.map((index) => {
      const [input, value] = [this.ruleset.inputs[index]!, known[index] ?? null]
      return value === null ? `${this.names.called(input.name)} is unknown` : valueInWords(input, value, this.names)
    })
    return { claims, sentence: this.sentence(clauses) }
  }

  private sentence(clauses: readonly string[]): string {
    return clauses.length === 0 ? 'any values' : series(clauses, 'and')
  }
}

/** Inputs without which the outcome would be open, ascending. */
function mattering(space: Space, condition: Condition, values: Known): readonly number[] {
  const ruleset = questionRuleset(space, condition)
  const { reads } = ruleset.assertions[0]!
  const program = compileProgram(ruleset)
  const meter = new Meter(MAX_STEPS)
  const tried: (Value | null)[] = [...values]
  try {
    const outcome = program.evaluate(0, values, meter)
    return reads.filter((index) => {
      const value = tried[index] ?? null
      tried[index] = null
      if (program.evaluate(0, tried, meter) === outcome) return false
      tried[index] = value
      return true
    })
  } catch (error) {
    if (error instanceof StepsExceeded) return reads
    throw error
  }
}
