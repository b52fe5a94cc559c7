import type { FormEvent } from 'react'
import { PLATFORM_LIMITS } from '../../server/api/guardrail-terms'
import { Field, TextEntry } from '../ui/field'
import { Notice } from '../ui/notice'
import { server } from '../ui/server-calls'
import { useMay } from '../ui/viewer'
import { GuardrailFields } from './guardrail-fields'
import { guardrailProblems, hasProblem } from './guardrail-problems'
import { TYPE_WORDS } from './guardrail-words'
import { readGuardrailInput, wishOf } from './kept-guardrail'
import { ModelNote } from './model-note'
import { RulesetStateBadge } from './ruleset-state'
import { SaveRow } from './save-row'
import type { Guardrail, GuardrailInput } from './target-data'
import { TargetEditor } from './target-editor'
import { useTargetChange } from './use-target-change'

/** A stored guardrail: its configuration to change, and beside it a frame to try it on. */
export function GuardrailEditor({ guardrail }: { readonly guardrail: Guardrail }) {
  const { id, type, version, ruleset } = guardrail
  const mayEdit = useMay('edit_guardrails')
  const change = useTargetChange<Guardrail, GuardrailInput>({
    kind: 'guardrail',
    target: guardrail,
    wishOf,
    read: (kept) => readGuardrailInput(kept, type),
    send: (from, sent) =>
      server.targets.changeGuardrail.mutate({ id, version: from, wish: { ...sent, name: sent.name.trim() } }),
  })
  const { value: wish, edit } = change
  const problems = guardrailProblems(wish)
  const fits = !hasProblem(problems)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fits) change.save()
  }
  return (
    <TargetEditor
      kind="guardrail"
      target={guardrail}
      change={change}
      about={
        <p className="mb-1">
          {TYPE_WORDS[type].title}: it {TYPE_WORDS[type].does}
        </p>
      }
      heading="Configuration"
      claimSources={
        guardrail.type === 'policy_rules'
          ? [{ title: ruleset?.name ?? 'the ruleset', hash: guardrail.configuration.ruleset_hash }]
          : []
      }
      remove={() => server.targets.removeGuardrail.mutate({ id, version })}
      stays="A guardrail that an application uses stays until it is taken out there."
    >
      {guardrail.type === 'policy_rules' && ruleset !== null && (
        <RulesetStanding hash={guardrail.configuration.ruleset_hash} ruleset={ruleset} />
      )}
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ModelNote type={type} />
        <Field label="Name" problem={problems.name}>
          {(bound) => (
            <TextEntry
              {...bound}
              readOnly={!mayEdit}
              value={wish.name}
              maxLength={PLATFORM_LIMITS.name_chars}
              onChange={({ target }) => edit({ ...wish, name: target.value })}
            />
          )}
        </Field>
        <GuardrailFields
          wish={wish}
          rulesetName={ruleset?.name ?? null}
          problems={problems}
          readOnly={!mayEdit}
          onChange={edit}
        />
        <SaveRow kind="guardrail" change={change} fits={fits} />
      </form>
    </TargetEditor>
  )
}

function RulesetStanding({
  hash,
  ruleset,
}: {
  readonly hash: string
  readonly ruleset: NonNullable<Guardrail['ruleset']>
}) {
  return (
    <div className="mb-3 flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft">The saved ruleset is</span>
        <RulesetStateBadge state={ruleset.state} hash={hash} />
      </p>
      {ruleset.reason !== undefined && <Notice kind="warning">{ruleset.reason}</Notice>}
      {ruleset.state === 'missing' && (
        <Notice kind="problem">
          Nothing is saved in this namespace under <code className="font-mono text-xs break-all">{hash}</code>. Every
          frame is answered with an Error until another ruleset is chosen.
        </Notice>
      )}
    </div>
  )
}
