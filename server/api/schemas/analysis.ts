/** Schemas of the analysis of one ruleset (public/docs/meaning.md, "Analyse a ruleset"). */
import { z } from 'zod'
import { contentHash, versions } from './fields'
import { openQuestion, place, rulesetReference, witness } from './meaning'

export const analysisRequest = z.strictObject(rulesetReference).meta({ id: 'AnalysisRequest' })

const finding = z
  .strictObject({
    kind: z.enum([
      'cannot_hold_together',
      'exceptions_meet',
      'never_true',
      'never_has_value',
      'never_false',
      'comparison_is_constant',
      'branch_never_taken',
      'branch_divides_by_zero',
      'table_rows_overlap',
      'table_gap',
      'table_row_never_decides',
      'operand_changes_nothing',
      'implied_by_others',
      'claim_changes_nothing',
    ]),
    severity: z.enum(['warning', 'note']),
    sentence: z.string(),
    assertions: z.array(z.string()),
    claims: z.array(z.string()),
    definitions: z.array(z.string()),
    place: place.nullable(),
    implied: z.string().optional(),
    implied_by: z.array(z.string()).optional(),
    witness: witness.optional(),
  })
  .meta({ id: 'Finding' })

export const analysisResult = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    unit_library_hash: contentHash.nullable(),
    findings: z.array(finding),
    examples: z.array(
      z.strictObject({ assertion: z.string(), true_when: witness.nullable(), false_when: witness.nullable() }),
    ),
    open: z.array(openQuestion),
    versions,
  })
  .meta({ id: 'AnalysisResult' })
