'use client'

import dynamic from 'next/dynamic'
import type { FormEvent } from 'react'
import { PLATFORM_LIMITS } from '../../server/api/terms/guardrail-terms'
import { Field, TextEntry } from '../ui/controls'
import { server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import { guardrailInput, guardrailProblems, hasProblem, readGuardrailInput } from './guardrail-draft'
import { GuardrailFields, ModelNote } from './guardrail-fields'
import { TYPE_WORDS } from './guardrail-words'
import { RulesetStatus } from './ruleset-state'
import { SaveRow } from './targets/save-row'
import type { Guardrail, GuardrailInput } from './targets/target-data'
import { TargetEditor, TargetPage } from './targets/target-page'
import { useTargetChange } from './targets/use-target-change'

const ReplaySection = dynamic(() => import('./replay-section').then((module) => module.ReplaySection), {
  loading: () => null,
})

export function GuardrailPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind="guardrail" id={id} ask={() => server.targets.guardrail.query({ id })}>
      {(guardrail) => <GuardrailEditor guardrail={guardrail} />}
    </TargetPage>
  )
}

/** Edits a stored guardrail, next to a frame to try it with. */
function GuardrailEditor({ guardrail }: { readonly guardrail: Guardrail }) {
  const { id, type, version, ruleset } = guardrail
  const mayEdit = useMay('edit_guardrails')
  const change = useTargetChange<Guardrail, GuardrailInput>({
    kind: 'guardrail',
    target: guardrail,
    inputOf: guardrailInput,
    read: (draft) => readGuardrailInput(draft, type),
    send: (from, sent) =>
      server.targets.changeGuardrail.mutate({ id, version: from, content: { ...sent, name: sent.name.trim() } }),
  })
  const { value: input, edit } = change
  const problems = guardrailProblems(input)
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
      aboveFrames={<ReplaySection guardrailId={id} type={type} />}
      stays="A guardrail that is part of an application cannot be removed until it is removed from the application."
    >
      {guardrail.type === 'policy_rules' && ruleset !== null && (
        <RulesetStatus hash={guardrail.configuration.ruleset_hash} ruleset={ruleset} />
      )}
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ModelNote type={type} />
        <Field label="Name" problem={problems.name}>
          {(bound) => (
            <TextEntry
              {...bound}
              readOnly={!mayEdit}
              value={input.name}
              maxLength={PLATFORM_LIMITS.name_chars}
              onChange={({ target }) => edit({ ...input, name: target.value })}
            />
          )}
        </Field>
        <GuardrailFields
          input={input}
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
