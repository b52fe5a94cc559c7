'use client'

import dynamic from 'next/dynamic'
import { useViewer } from '../ui/viewer'
import { TYPE_WORDS } from './guardrail-words'
import { GuardrailsTable } from './guardrails-table'
import { guardrailsQuery } from './target-data'
import { TargetsPage } from './targets-page'

const NewGuardrailDialog = dynamic(() => import('./new-guardrail-dialog').then((module) => module.NewGuardrailDialog))

/** Every guardrail of the group, by project. */
export function GuardrailsPage() {
  const { namespace } = useViewer()
  return (
    <TargetsPage
      kind="guardrail"
      about="Programs send a guardrail what was asked and answered; it says whether the answer holds."
      query={guardrailsQuery(namespace.id)}
      told={({ name, type, ruleset, id }) => [name, TYPE_WORDS[type].title, ruleset?.name ?? '', id].join(' ')}
      placeholder="Name, type or ruleset"
      searched="name, type or ruleset"
      first={
        <p>
          A guardrail of the type “policy rules” checks answers by a ruleset of this namespace, and shows every rule it
          went by. Begin with one that uses a ruleset somebody approved, send it a frame, then put several into an
          application.
        </p>
      }
      table={(found, projects) => <GuardrailsTable guardrails={found} projects={projects} />}
      newDialog={(given) => <NewGuardrailDialog {...given} />}
    />
  )
}
