/**
 * Projects, guardrails and applications. Every accepted configuration can be evaluated, and every accepted application
 * is an acyclic graph.
 */
import { z } from 'zod'
import { graphProblems } from '../terms/application-graph'
import {
  AGGREGATIONS,
  EDGE_CONDITIONS,
  GUARDRAIL_TYPES,
  type GuardrailType,
  PLATFORM_LIMITS,
} from '../terms/guardrail-terms'
import { contentHash, timestamp } from './fields'

/** Text that the database can store. */
export const plainText = (most: number) =>
  z
    .string()
    .max(most, { error: `at most ${most} characters` })
    .refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'text without NUL and lone surrogates' })

export const platformName = plainText(PLATFORM_LIMITS.name_chars).refine(
  (text) => text.trim() === text && text !== '',
  { error: `1 to ${PLATFORM_LIMITS.name_chars} characters, no space at either end` },
)

const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Refuses characters that hide or reorder text, because people tell things apart by such a name. */
export const isVisibleText = (text: string) => !INVISIBLE_CHARACTERS.test(text)
export const VISIBLE_TEXT_RULE = { error: 'text without invisible characters' }

const instructions = plainText(PLATFORM_LIMITS.instructions_chars).default('')
export const modelName = plainText(PLATFORM_LIMITS.model_chars).min(1)
const model = modelName
  .nullable()
  .default(null)
  .meta({ description: 'a model of the configured endpoint; null for its default' })

export const policyRulesConfiguration = z.strictObject({
  ruleset_hash: contentHash,
  ruleset_name: plainText(1000).nullable().optional().meta({
    description:
      'the name that the ruleset was chosen by, unchanged whatever the name points at later; null if it was chosen only by its hash. Absent: the name that points at the hash when the guardrail is stored',
  }),
  extraction_runs: z
    .int()
    .min(1)
    .max(PLATFORM_LIMITS.extraction_runs)
    .default(1)
    .meta({ description: 'number of extractions; the share that agrees is the confidence' }),
  quotes: z.boolean().optional().meta({
    description:
      'whether the model quotes the passage of each value, and values whose passage is in no text of the frame are unknown; false if it is left out',
  }),
  model,
})
export const judgeConfiguration = z.strictObject({ instructions, model })
export const consensusConfiguration = z.strictObject({
  judges: z.int().min(2).max(PLATFORM_LIMITS.judges).default(3),
  instructions,
  model,
})
export const consistencyConfiguration = z.strictObject({
  rephrasings: z.int().min(1).max(PLATFORM_LIMITS.rephrasings).default(3),
  model,
})
export const critiqueConfiguration = z.strictObject({ instructions, model })
export const humanReviewConfiguration = z.strictObject({ instructions })

const kindSchema = <const T extends GuardrailType, C extends z.ZodType>(type: T, configuration: C) =>
  z.strictObject({ name: platformName, type: z.literal(type), configuration })

/** The type determines the configuration. */
export const guardrailRequest = z
  .discriminatedUnion(
    'type',
    [
      kindSchema('policy_rules', policyRulesConfiguration),
      kindSchema('llm_judge', judgeConfiguration),
      kindSchema('consensus', consensusConfiguration),
      kindSchema('consistency', consistencyConfiguration),
      kindSchema('critique', critiqueConfiguration),
      kindSchema('human_review', humanReviewConfiguration),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? `one of ${GUARDRAIL_TYPES.join(', ')}` : undefined) },
  )
  .meta({ id: 'GuardrailRequest' })
export type GuardrailRequest = Readonly<z.output<typeof guardrailRequest>>

type KindOf<R> = R extends { type: infer T; configuration: infer C }
  ? { readonly type: T; readonly configuration: C }
  : never
/** A type with its configuration. */
export type GuardrailKind = KindOf<GuardrailRequest>

const nodeId = z.string().regex(/^[\w-]{1,64}$/, { error: '1 to 64 letters, digits, `_` or `-`' })

export const applicationNode = z.strictObject({ id: nodeId, guardrail_id: z.uuid() }).meta({ id: 'ApplicationNode' })
export const applicationEdge = z
  .strictObject({
    from: nodeId,
    to: nodeId,
    when: z
      .enum(EDGE_CONDITIONS)
      .default('any')
      .meta({ description: 'conclusion that the edge requires, or an Error' }),
    below: z.number().min(0).max(1).optional().meta({ description: 'the confidence must be lower' }),
  })
  .meta({ id: 'ApplicationEdge' })

export const applicationGraph = z
  .strictObject({
    nodes: z
      .array(applicationNode)
      .min(1, { error: 'at least one node' })
      .max(PLATFORM_LIMITS.nodes, { error: `at most ${PLATFORM_LIMITS.nodes} nodes` }),
    edges: z
      .array(applicationEdge)
      .max(PLATFORM_LIMITS.edges, { error: `at most ${PLATFORM_LIMITS.edges} edges` })
      .default([]),
    deciding_node: nodeId
      .optional()
      .meta({ description: 'for `deciding`: the only node that concludes the application' }),
  })
  .superRefine((graph, context) => {
    for (const { path, problem } of graphProblems(graph)) context.addIssue({ code: 'custom', path, message: problem })
  })
export type ApplicationGraph = Readonly<z.output<typeof applicationGraph>>

const project_id = z.uuid()
const stored = { id: z.uuid(), version: z.int(), created_at: timestamp, updated_at: timestamp }
const description = plainText(PLATFORM_LIMITS.description_chars).default('')

export const projectRequest = z.strictObject({ name: platformName, description }).meta({ id: 'ProjectRequest' })
export const project = z
  .strictObject({ ...stored, name: z.string(), description: z.string(), group: z.string() })
  .meta({ id: 'Project' })

export const guardrail = z
  .strictObject({
    ...stored,
    project_id,
    name: z.string(),
    type: z.enum(GUARDRAIL_TYPES),
    configuration: z.record(z.string(), z.unknown()),
    updated_by: z.string(),
    /** Only for `policy_rules`: whether the ruleset exists and is approved. */
    ruleset: z
      .strictObject({
        name: z.string().nullable().meta({ description: 'the name that it was chosen by, never a later one' }),
        name_source: z.enum(['choice', 'history']).optional().meta({
          description:
            'absent or `choice`: stored with the guardrail. `history`: the guardrail was stored before names were stored with it, and the name is the one that pointed at the hash at the last change of the guardrail',
        }),
        state: z.enum(['approved', 'unapproved', 'missing']),
        reason: z.string().optional().meta({
          description: 'why approvals in force do not count in this namespace; absent if no approval is in force',
        }),
        in_force: z.enum(['this', 'other', 'none']).optional().meta({
          description:
            'whether this revision, another one or none of `name` is in force now; absent without a name, and if no revision of it was ever put in force',
        }),
      })
      .nullable(),
  })
  .meta({ id: 'Guardrail' })

const applicationFields = {
  name: platformName,
  context_document: plainText(PLATFORM_LIMITS.context_document_chars).default(''),
  aggregation: z.enum(AGGREGATIONS).default('all'),
}
export const applicationRequest = z
  .strictObject({ ...applicationFields, graph: applicationGraph })
  .meta({ id: 'ApplicationRequest' })
export const application = z
  .strictObject({ ...stored, project_id, ...applicationFields, graph: applicationGraph, updated_by: z.string() })
  .meta({ id: 'Application' })
