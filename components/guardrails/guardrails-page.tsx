'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { HashText } from '../ui/copy-text'
import { useViewer } from '../ui/shell/viewer'
import { Cell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { TYPE_WORDS } from './guardrail-words'
import { InForceBadge, RulesetStateBadge } from './ruleset-state'
import { type Guardrail, guardrailsQuery, type Project } from './targets/target-data'
import { TargetsPage } from './targets/targets-page'

const NewGuardrailDialog = dynamic(() => import('./new-guardrail-dialog').then((module) => module.NewGuardrailDialog), {
  loading: () => null,
})

export function GuardrailsPage() {
  const { namespace } = useViewer()
  return (
    <TargetsPage
      kind="guardrail"
      about="Programs send a guardrail a question and its answer. The guardrail says whether the answer holds."
      query={guardrailsQuery(namespace.id)}
      searchText={({ name, type, ruleset, id }) => [name, TYPE_WORDS[type].title, ruleset?.name ?? '', id].join(' ')}
      placeholder="Name, type or ruleset"
      searched="name, type or ruleset"
      first={
        <p>
          A guardrail of the type “policy rules” checks answers against a ruleset of this namespace and shows every rule
          it applied. Start with one that uses an approved ruleset, send it a frame, then combine several in an
          application.
        </p>
      }
      table={(guardrails, projects) => <GuardrailsTable guardrails={guardrails} projects={projects} />}
      newDialog={(given) => <NewGuardrailDialog {...given} />}
    />
  )
}

function GuardrailsTable(props: { readonly guardrails: readonly Guardrail[]; readonly projects: readonly Project[] }) {
  const { guardrails, projects } = props
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return (
    <Table label="Guardrails" columns={['Name', 'Type', 'Ruleset', 'Project', 'Last change']}>
      {guardrails.map((guardrail) => (
        <tr key={guardrail.id} className="hover:bg-canvas">
          <Cell className="min-w-44 max-w-sm">
            <Link href={`/guardrails/${guardrail.id}`} className="font-medium break-words text-accent hover:underline">
              {guardrail.name}
            </Link>
          </Cell>
          <Cell className="whitespace-nowrap">{TYPE_WORDS[guardrail.type].title}</Cell>
          <Cell>
            <RulesetCell guardrail={guardrail} />
          </Cell>
          <Cell className="max-w-48 truncate text-ink-soft">{names.get(guardrail.projectId) ?? '–'}</Cell>
          <Cell className="text-ink-soft">
            <TimeText at={guardrail.updatedAt} />
            <span className="block max-w-48 truncate text-ink-faint" title={guardrail.updatedBy}>
              {guardrail.updatedBy.replace(/ <.*>$/, '')}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** For guardrails from before the ruleset's name was stored with them. */
function NameByHistory() {
  return <span className="text-sm text-ink-faint">(its name at the last change of the guardrail)</span>
}

function RulesetCell({ guardrail }: { readonly guardrail: Guardrail }) {
  if (guardrail.type !== 'policy_rules' || guardrail.ruleset === null) return <span className="text-ink-faint">–</span>
  const { ruleset_hash: hash } = guardrail.configuration
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {guardrail.ruleset.name !== null && <span className="break-words">{guardrail.ruleset.name}</span>}
      {guardrail.ruleset.name_source === 'history' && <NameByHistory />}
      <HashText hash={hash} what={`ruleset hash of ${guardrail.name}`} />
      <RulesetStateBadge state={guardrail.ruleset.state} hash={hash} />
      <InForceBadge ruleset={guardrail.ruleset} />
      {guardrail.ruleset.reason !== undefined && (
        <span className="basis-full text-sm text-ink-soft">{guardrail.ruleset.reason}</span>
      )}
    </span>
  )
}
