import { codeIn, isAsked } from '../engine/claims/shown-claims'
import { Meter, StepsExceededError } from '../engine/core/meter'
import type { Known, Value } from '../engine/core/value'
import { compileProgram } from '../engine/evaluate/program'
import { joinSeries } from '../engine/explain/english/clause'
import { Names } from '../engine/explain/english/names'
import { factsInWords, valueInWords } from '../engine/explain/english/values'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import { type ClaimDictionary, claimDictionary } from './claim-dictionary'
import type { Condition, Space } from './condition'
import { questionRuleset } from './question-ruleset'

export interface WrittenWitness {
  readonly claims: ClaimDictionary
  /** "amount is 251 USD and city is "elsewhere"", without a capital and a full stop. */
  readonly sentence: string
}

/** If they run out, all claims of the witness are named. */
const MAX_STEPS = 200_000

export class WitnessWriter {
  private readonly names: Names

  constructor(private readonly ruleset: CheckedRuleset) {
    this.names = new Names(ruleset)
  }

  /**
   * Names a smallest set of claims that determines the outcome. Locals are named too, because no dictionary holds them.
   * @param space holds the inputs of the ruleset first
   */
  write(values: Known, space: Space, condition: Condition): WrittenWitness {
    const own = values.slice(0, this.ruleset.inputs.length)
    const clauses = factsInWords(this.ruleset.inputs, decisiveInputs(space, condition, values), own, this.names)
    return { claims: claimDictionary(this.ruleset, own), sentence: this.sentence(clauses) }
  }

  /** Writes unknown claims too. Names every claim that is read, unless no claim is known. */
  writeUnknown(known: Known, reads: readonly number[]): WrittenWitness {
    const claims = claimDictionary(this.ruleset, known)
    if (known.every((value) => value === null)) return { claims, sentence: 'no claim is known' }
    const claimsRead = reads.filter((index) => {
      const input = this.ruleset.inputs[index]!
      return input.kind === 'claim' && isAsked(input, known)
    })
    const clauses = claimsRead.map((index) => {
      const input = this.ruleset.inputs[index]!
      const value = codeIn(input, known) ?? known[index] ?? null
      return value === null
        ? `${this.names.called(input.name)} is unknown`
        : valueInWords(input, value, this.names, known)
    })
    return { claims, sentence: this.sentence(clauses) }
  }

  private sentence(clauses: readonly string[]): string {
    return clauses.length === 0 ? 'any values' : joinSeries(clauses, 'and')
  }
}

/** Ascending. */
function decisiveInputs(space: Space, condition: Condition, values: Known): readonly number[] {
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
    if (error instanceof StepsExceededError) return reads
    throw error
  }
}
