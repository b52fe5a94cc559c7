'use client'

import { useState } from 'react'
import type { Preset } from '../../server/api/namespace-rules'
import { Field, TextEntry } from '../ui/field'
import { server } from '../ui/server-calls'
import { AccountEntries, NO_ANSWERS } from './account-entries'
import { PresetChoice } from './preset-choice'
import { SendRow } from './send-row'
import { useSending } from './use-sending'

/** @param props.namespaceName of the namespace that the link is for; null where a new one is named here */
export function SetupForm(props: { readonly token: string; readonly namespaceName: string | null }) {
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const [namespaceName, setNamespaceName] = useState('')
  const [preset, setPreset] = useState<Preset | null>(null)
  const { sending, refusal, problemOf, onSubmit } = useSending(async () => {
    const chosen = preset === null ? {} : { preset }
    await server.session.setUp.mutate({ token: props.token, ...answers, namespaceName, ...chosen })
    // Where rules are open, the page that shows them comes first.
    location.assign(preset === 'regulated' ? '/settings/namespace' : '/')
  })
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-ink-soft">
        You will write, sign and decide who else may
        {props.namespaceName === null ? ' in a namespace of your own.' : ` in the namespace “${props.namespaceName}”.`}
      </p>
      <AccountEntries answers={answers} onChange={setAnswers} problemOf={problemOf} />
      {props.namespaceName === null && (
        <Field
          label="Name of the namespace"
          hint="It holds your rulesets, units and members; such as the name of your team."
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
      <SendRow refusal={refusal} sending={sending} label="Make the account" />
    </form>
  )
}
