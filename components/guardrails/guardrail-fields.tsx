import { useQuery } from '@tanstack/react-query'
import { type GuardrailType, PLATFORM_LIMITS } from '../../server/api/terms/guardrail-terms'
import { Field, LongEntry, TextEntry, Tick } from '../ui/controls'
import { Notice } from '../ui/notice'
import { server } from '../ui/server-calls'
import { COUNTS, countOf, type GuardrailProblems, withCount } from './guardrail-draft'
import { TYPE_WORDS } from './guardrail-words'
import { RulesetChoice } from './ruleset-choice'
import type { GuardrailInput } from './targets/target-data'

const COUNT_HINTS = {
  policy_rules:
    'How many times the claims are read from the frame. If more than once, the confidence is the share of readings that agree.',
  consensus: 'How many judges are asked. An odd number avoids ties.',
  consistency: 'How many times the question is rephrased. Each rephrasing is answered once.',
} as const

const INSTRUCTION_HINTS = {
  llm_judge: 'Instructions that the judge reads with the frame, for example when an answer counts as supported.',
  consensus: 'Instructions that every judge reads with the frame.',
  critique: 'Which flaws to look for, and which of them are fatal.',
  human_review: 'Shown to the reviewer above the frame: the points to check.',
} as const

export function GuardrailFields(props: {
  readonly input: GuardrailInput
  /** Name of the chosen ruleset if the configuration has no name. */
  readonly rulesetName: string | null
  readonly problems: GuardrailProblems
  readonly readOnly: boolean
  readonly onChange: (input: GuardrailInput) => void
}) {
  const { input, rulesetName, problems, readOnly, onChange } = props
  return (
    <>
      {input.type === 'policy_rules' && (
        <RulesetChoice
          hash={input.configuration.ruleset_hash}
          name={input.configuration.ruleset_name === undefined ? rulesetName : input.configuration.ruleset_name}
          problem={problems.rulesetHash}
          readOnly={readOnly}
          onChange={(ruleset_hash, ruleset_name) =>
            onChange({ ...input, configuration: { ...input.configuration, ruleset_hash, ruleset_name } })
          }
        />
      )}
      <Count input={input} problem={problems.count} readOnly={readOnly} onChange={onChange} />
      {input.type === 'policy_rules' && (
        <Tick
          label="Demand quotes"
          hint="The model quotes the passage of each value that it reads. A value whose passage is not in the frame is unknown."
          checked={input.configuration.quotes ?? false}
          disabled={readOnly}
          onChange={({ target }) =>
            onChange({ ...input, configuration: { ...input.configuration, quotes: target.checked } })
          }
        />
      )}
      {'instructions' in input.configuration && input.type in INSTRUCTION_HINTS && (
        <Field label="Instructions (optional)" hint={INSTRUCTION_HINTS[input.type as keyof typeof INSTRUCTION_HINTS]}>
          {(bound) => (
            <LongEntry
              {...bound}
              rows={4}
              readOnly={readOnly}
              maxLength={PLATFORM_LIMITS.instructions_chars}
              value={'instructions' in input.configuration ? input.configuration.instructions : ''}
              onChange={({ target }) => onChange(withMember(input, 'instructions', target.value))}
            />
          )}
        </Field>
      )}
      {'model' in input.configuration && (
        <ModelEntry
          model={input.configuration.model}
          readOnly={readOnly}
          onChange={(model) => onChange(withMember(input, 'model', model))}
        />
      )}
    </>
  )
}

function Count(props: {
  readonly input: GuardrailInput
  readonly problem: string | null
  readonly readOnly: boolean
  readonly onChange: (input: GuardrailInput) => void
}) {
  const { input, problem, readOnly, onChange } = props
  const count = countOf(input)
  if (count === null || !(input.type in COUNTS)) return null
  const type = input.type as keyof typeof COUNTS
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
          onChange={({ target }) => onChange(withCount(input, target.value === '' ? Number.NaN : Number(target.value)))}
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
      hint={`A model of the configured endpoint. If this is empty, ${configured === null ? 'the default of the endpoint' : configured} is used.`}
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

/** Sets a member that the type's configuration has. */
function withMember(input: GuardrailInput, member: 'instructions' | 'model', value: string | null): GuardrailInput {
  return { ...input, configuration: { ...input.configuration, [member]: value } } as GuardrailInput
}

/** Warns if the type needs a language model that is not configured. */
export function ModelNote({ type }: { readonly type: GuardrailType }) {
  const model = useModelName()
  const { model: needed } = TYPE_WORDS[type]
  if (needed === 'never' || model.data !== null) return null
  return (
    <Notice kind="warning" title="No language model is configured here">
      <p>
        {needed === 'always'
          ? 'Until the operator configures one, every frame gets an Error that says so.'
          : 'Frames whose answer is facts as JSON are still checked. All others get an Error until the operator configures a model.'}
      </p>
    </Notice>
  )
}

/** Name of the configured model; null without one. */
function useModelName() {
  return useQuery({
    queryKey: ['model name'],
    queryFn: () => server.frames.modelName.query(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
