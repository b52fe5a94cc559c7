'use client'

import { useId, useState } from 'react'
import { NAMESPACE_RULE_NAMES, NAMESPACE_RULES, type Preset } from '../../../server/api/terms/namespace-rules'
import { Field, TextEntry } from '../../ui/controls'
import { Badge } from '../../ui/notice'
import { server } from '../../ui/server-calls'
import { AccountEntries, NO_ANSWERS } from './account-entries'
import { SendRow, useSending } from './send-row'

/** @param props.namespaceName of the namespace that the link is for; null if the form creates and names one */
export function SetupForm(props: { readonly token: string; readonly namespaceName: string | null }) {
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const [namespaceName, setNamespaceName] = useState('')
  const [preset, setPreset] = useState<Preset>('regulated')
  const { sending, refusal, problemOf, onSubmit } = useSending(async () => {
    await server.session.setUp.mutate({ token: props.token, ...answers, namespaceName, preset })
    location.assign('/')
  })
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-ink-soft">
        You can write and sign rulesets, and decide who else can,
        {props.namespaceName === null ? ' in a new namespace.' : ` in the namespace “${props.namespaceName}”.`}
      </p>
      <AccountEntries answers={answers} onChange={setAnswers} problemOf={problemOf} />
      {props.namespaceName === null && (
        <Field
          label="Name of the namespace"
          hint="For example the name of your team. A namespace holds your rulesets, units and members."
          problem={problemOf('namespaceName')}
        >
          {(bound) => (
            <TextEntry
              {...bound}
              required
              value={namespaceName}
              onChange={(event) => setNamespaceName(event.target.value)}
            />
          )}
        </Field>
      )}
      {props.namespaceName === null && <PresetChoice preset={preset} onChoose={setPreset} />}
      <SendRow refusal={refusal} sending={sending} label="Create account" />
    </form>
  )
}

const LATER = NAMESPACE_RULE_NAMES.some((rule) => NAMESPACE_RULES[rule].needsPasskey)

/** The rules of a new namespace. */
function PresetChoice(props: { readonly preset: Preset; readonly onChoose: (preset: Preset) => void }) {
  const { preset: chosen, onChoose } = props
  const id = useId()
  const entry = (preset: Preset) => ({
    type: 'radio',
    id: `${id}-${preset}`,
    name: id,
    checked: preset === chosen,
    onChange: () => onChoose(preset),
    'aria-describedby': `${id}-${preset}-about`,
    className: 'mt-1 size-4 shrink-0 accent-(--accent)',
  })
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Rules of the namespace</legend>
      <div className="flex flex-col gap-3">
        <div className="flex items-start gap-2">
          <input {...entry('regulated')} />
          <div>
            <label htmlFor={`${id}-regulated`}>
              Regulated <Badge tone="accent">recommended</Badge>
            </label>
            <p id={`${id}-regulated-about`} className="text-sm text-ink-faint">
              For approvals that must stand up to an audit: four eyes, people only, signed only.
            </p>
            <details className="mt-1 text-sm text-ink-faint">
              <summary className="cursor-pointer text-ink-soft">All {NAMESPACE_RULE_NAMES.length} rules</summary>
              <ul className="mt-1 list-disc pl-4">
                {NAMESPACE_RULE_NAMES.map((rule) => (
                  <li key={rule}>{NAMESPACE_RULES[rule].sentence}</li>
                ))}
              </ul>
              {LATER && (
                <p className="mt-1">
                  You can switch on the two rules about a second factor once you have a passkey: add one under Settings,
                  Your account, then switch them on under Settings, Namespace.
                </p>
              )}
            </details>
          </div>
        </div>
        <div className="flex items-start gap-2">
          <input {...entry('standard')} />
          <div>
            <label htmlFor={`${id}-standard`}>Standard</label>
            <p id={`${id}-standard-about`} className="text-sm text-ink-faint">
              None of these rules. You can apply them later.
            </p>
          </div>
        </div>
      </div>
    </fieldset>
  )
}
