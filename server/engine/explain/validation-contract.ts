/** Every failure's `expected` begins with one of these texts; check accepts every example. */
import { printNumeral } from '../../language/numeric/numeral'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../../language/units/unit-library'
import { type ClaimRule, claimRules, UNDECLARED } from '../claims/claim-rules'
import { undeterminedValues } from '../claims/claim-slot'
import type { BindLimits } from '../claims/reading'
import { MAX_FAILURES } from '../claims/rejection'
import {
  type AcceptedForm,
  claimsOf,
  type DataType,
  dataTypeOf,
  formsBeyondSchema,
  undeterminedForms,
  valueForms,
} from './claim-facts'

export interface ExactRange {
  /** Exact; both ends are in the range. */
  readonly min: string
  readonly max: string
  /** Null for bare numbers. */
  readonly unit: string | null
}

export interface ClaimContract {
  readonly claim: string
  readonly data_type: DataType
  readonly accepts: readonly AcceptedForm[]
  /** Forms that only check accepts. */
  readonly accepts_beyond_schema: readonly AcceptedForm[]
  readonly undetermined_value: string | null
  readonly rules: readonly ClaimRule[]
  /** The declared unit. Others are accepted if they convert, or if the claim has no range. */
  readonly unit?: string
  readonly range?: ExactRange
}

export interface ValueBudget {
  readonly budget: keyof BindLimits
  readonly limit: number
  readonly counts: string
}

export interface ValidationContract {
  readonly claims: readonly ClaimContract[]
  readonly dictionary: readonly ClaimRule[]
  readonly numerals: string
  readonly failures: {
    readonly code: 'VALIDATION_REJECTED'
    readonly order: string
    readonly most_listed: number
  }
  /** Exceeding one refuses the whole dictionary with BUDGET_EXCEEDED. */
  readonly budgets: readonly ValueBudget[]
  readonly beyond_schema: readonly string[]
}

/** @param library the ruleset's */
export function validationContract(
  ruleset: CheckedRuleset,
  library: UnitLibrary,
  limits: BindLimits,
): ValidationContract {
  return {
    claims: claimsOf(ruleset).map((claim) => claimContract(claim, library)),
    dictionary: [UNDECLARED],
    numerals:
      'Optional minus, digits, optional decimals (12.5), optional exponent (1.5e3), or a fraction of whole numbers (7/3). No leading plus sign, no thousands separator, no rounding: a JSON number is read as the decimal text that was sent.',
    failures: {
      code: 'VALIDATION_REJECTED',
      order: 'Declared claims in the order of the ruleset, then undeclared names in the order of submission.',
      most_listed: MAX_FAILURES,
    },
    budgets: [
      { budget: 'claim_value_bytes', limit: limits.claim_value_bytes, counts: 'UTF-8 bytes of one value' },
      {
        budget: 'numeral_digits',
        limit: limits.numeral_digits,
        counts: 'decimal digits of one number once its exponent is expanded; of a fraction, of each part',
      },
    ],
    beyond_schema: [
      'Exact numbers: a validator compares JSON numbers as doubles, so one such as 100.00000000000000001 passes a maximum of 100. Check compares the text that was sent, and rejects it.',
      'The budgets above.',
      'claim_schema accepts fewer forms than check; what it leaves out stands in accepts_beyond_schema of each claim, with an example.',
    ],
  }
}

function claimContract(claim: Input, library: UnitLibrary): ClaimContract {
  const unit = claim.unitSpelling
  return {
    claim: claim.name,
    data_type: dataTypeOf(claim),
    accepts: [...valueForms(claim), ...undeterminedForms(claim)],
    accepts_beyond_schema: formsBeyondSchema(claim, library),
    undetermined_value: undeterminedValues(claim)[0]!,
    rules: claimRules(claim),
    ...(unit === null ? {} : { unit }),
    ...(claim.range === null
      ? {}
      : { range: { min: printNumeral(claim.range.min), max: printNumeral(claim.range.max), unit } }),
  }
}
