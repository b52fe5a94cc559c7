'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { AGGREGATION_WORDS } from '../guardrail-words'
import { type Application, applicationsQuery, guardrailsQuery, type Project } from '../targets/target-data'
import { TargetsPage } from '../targets/targets-page'

const NewApplicationDialog = dynamic(
  () => import('./new-application-dialog').then((module) => module.NewApplicationDialog),
  { loading: () => null },
)

export function ApplicationsPage() {
  const { namespace } = useViewer()
  const mayRead = useMay('read_guardrails')
  const guardrails = useQuery({ ...guardrailsQuery(namespace.id), enabled: mayRead })
  const available = guardrails.data?.items ?? []
  return (
    <TargetsPage
      kind="application"
      about="An application combines several guardrails and answers each frame once."
      query={applicationsQuery(namespace.id)}
      needed={guardrails}
      canMake={available.length > 0}
      searchText={({ name, id }) => `${name} ${id}`}
      placeholder="Name or id"
      searched="name"
      first={
        <>
          <p>
            An application runs several guardrails, one after another or in parallel. For example, policy rules run
            first, and a human review follows only if they answer NO.
          </p>
          {available.length === 0 && (
            <p className="mt-2">
              It needs{' '}
              <Link href="/guardrails" className="text-accent underline">
                a guardrail
              </Link>{' '}
              first.
            </p>
          )}
        </>
      }
      table={(applications, projects) => <ApplicationsTable applications={applications} projects={projects} />}
      newDialog={(given) => <NewApplicationDialog {...given} guardrails={available} />}
    />
  )
}

function ApplicationsTable(props: {
  readonly applications: readonly Application[]
  readonly projects: readonly Project[]
}) {
  const names = new Map(props.projects.map(({ id, name }) => [id, name]))
  return (
    <Table
      label="Applications"
      columns={[
        'Name',
        { title: 'Nodes', isNumber: true },
        { title: 'Edges', isNumber: true },
        'Conclusion',
        'Project',
        'Last change',
      ]}
    >
      {props.applications.map(({ id, name, graph, aggregation, projectId, updatedAt, updatedBy }) => (
        <tr key={id} className="hover:bg-canvas">
          <Cell className="min-w-44 max-w-sm">
            <Link href={`/applications/${id}`} className="font-medium break-words text-accent hover:underline">
              {name}
            </Link>
          </Cell>
          <Cell className="text-right tabular-nums">{graph.nodes.length}</Cell>
          <Cell className="text-right tabular-nums">{graph.edges.length}</Cell>
          <Cell>{AGGREGATION_WORDS[aggregation].title}</Cell>
          <Cell className="max-w-48 truncate text-ink-soft">{names.get(projectId) ?? '–'}</Cell>
          <Cell className="text-ink-soft">
            <TimeText at={updatedAt} />
            <span className="block max-w-48 truncate text-ink-faint" title={updatedBy}>
              {updatedBy.replace(/ <.*>$/, '')}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
