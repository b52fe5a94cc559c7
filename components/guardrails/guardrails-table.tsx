import Link from 'next/link'
import { HashText } from '../ui/hash-text'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { TYPE_WORDS } from './guardrail-words'
import { RulesetStateBadge } from './ruleset-state'
import type { Guardrail, Project } from './target-data'

/** Guardrails, a row each. */
export function GuardrailsTable(props: {
  readonly guardrails: readonly Guardrail[]
  readonly projects: readonly Project[]
}) {
  const { guardrails, projects } = props
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return (
    <Table label="Guardrails">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell>Ruleset</HeadCell>
          <HeadCell>Project</HeadCell>
          <HeadCell>Last change</HeadCell>
        </tr>
      </thead>
      <tbody>
        {guardrails.map((guardrail) => (
          <tr key={guardrail.id} className="hover:bg-canvas">
            <Cell className="min-w-44 max-w-sm">
              <Link
                href={`/guardrails/${guardrail.id}`}
                className="font-medium break-words text-accent hover:underline"
              >
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
      </tbody>
    </Table>
  )
}

/** Of guardrails that were stored before the name was kept with them. */
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
      {guardrail.ruleset.reason !== undefined && (
        <span className="basis-full text-sm text-ink-soft">{guardrail.ruleset.reason}</span>
      )}
    </span>
  )
}
