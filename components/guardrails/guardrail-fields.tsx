import { PLATFORM_LIMITS } from '../../server/api/guardrail-terms'
import { Field, LongEntry, TextEntry } from '../ui/field'
import { COUNTS, countOf, type GuardrailProblems, withCount } from './guardrail-problems'
import { useModelName } from './model-note'
import { RulesetChoice } from './ruleset-choice'
import type { GuardrailInput } from './target-data'

const COUNT_HINTS = {
  policy_rules:
    'How often the claims are read from the frame. With more than one, the share that agrees is the confidence.',
  consensus: 'How many are asked at once. An odd number leaves no tie.',
  consistency: 'In how many other words the question is put. Each is answered once.',
} as const

const INSTRUCTION_HINTS = {
  llm_judge: 'What the judge is told beside the frame, such as what counts as supported.',
  consensus: 'What every judge is told beside the frame.',
  critique: 'What kind of flaw is looked for, and which is fatal.',
  human_review: 'Shown to the reviewer above the frame: what is to be looked at.',
} as const

/** What a guardrail is configured with, by its type. */
export function GuardrailFields(props: {
  readonly wish: GuardrailInput
  /** By which the stored ruleset was chosen, where the configuration does not have it. */
  readonly rulesetName: string | null
  readonly problems: GuardrailProblems
  readonly readOnly: boolean
  readonly onChange: (wish: GuardrailInput) => void
}) {
  const { wish, rulesetName, problems, readOnly, onChange } = props
  return (
    <>
      {wish.type === 'policy_rules' && (
        <RulesetChoice
          hash={wish.configuration.ruleset_hash}
          name={wish.configuration.ruleset_name === undefined ? rulesetName : wish.configuration.ruleset_name}
          problem={problems.rulesetHash}
          readOnly={readOnly}
          onChange={(ruleset_hash, ruleset_name) =>
            onChange({ ...wish, configuration: { ...wish.configuration, ruleset_hash, ruleset_name } })
          }
        />
      )}
      <Count wish={wish} problem={problems.count} readOnly={readOnly} onChange={onChange} />
      {'instructions' in wish.configuration && wish.type in INSTRUCTION_HINTS && (
        <Field label="Instructions (optional)" hint={INSTRUCTION_HINTS[wish.type as keyof typeof INSTRUCTION_HINTS]}>
          {(bound) => (
            <LongEntry
              {...bound}
              rows={4}
              readOnly={readOnly}
              maxLength={PLATFORM_LIMITS.instructions_chars}
              value={'instructions' in wish.configuration ? wish.configuration.instructions : ''}
              onChange={({ target }) => onChange(withMember(wish, 'instructions', target.value))}
            />
          )}
        </Field>
      )}
      {'model' in wish.configuration && (
        <ModelEntry
          model={wish.configuration.model}
          readOnly={readOnly}
          onChange={(model) => onChange(withMember(wish, 'model', model))}
        />
      )}
    </>
  )
}

function Count(props: {
  readonly wish: GuardrailInput
  readonly problem: string | null
  readonly readOnly: boolean
  readonly onChange: (wish: GuardrailInput) => void
}) {
  const { wish, problem, readOnly, onChange } = props
  const count = countOf(wish)
  if (count === null || !(wish.type in COUNTS)) return null
  const type = wish.type as keyof typeof COUNTS
  const { label, from, to } = COUNTS[type]
  return (
    <Field label={label} hint={COUNT_HINTS[type]} problem={problem}>
      {(bound) => (
        <TextEntry
          {...bound}
          type="number"
          min={from}
          max={to}
          readOnly={readOnly}
          className="max-w-28"
          value={Number.isNaN(count) ? '' : count}
          onChange={({ target }) => onChange(withCount(wish, target.value === '' ? Number.NaN : Number(target.value)))}
        />
      )}
    </Field>
  )
}

function ModelEntry(props: {
  readonly model: string | null
  readonly readOnly: boolean
  readonly onChange: (model: string | null) => void
}) {
  const configured = useModelName().data ?? null
  return (
    <Field
      label="Model (optional)"
      hint={`One of the configured endpoint. Left empty, ${configured === null ? 'its default' : configured} is asked.`}
    >
      {(bound) => (
        <TextEntry
          {...bound}
          readOnly={props.readOnly}
          maxLength={200}
          autoComplete="off"
          value={props.model ?? ''}
          onChange={({ target }) => props.onChange(target.value === '' ? null : target.value)}
        />
      )}
    </Field>
  )
}

/** A member that the configuration of this type has. */
function withMember(wish: GuardrailInput, member: 'instructions' | 'model', value: string | null): GuardrailInput {
  return { ...wish, configuration: { ...wish.configuration, [member]: value } } as GuardrailInput
}
