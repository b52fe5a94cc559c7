import Link from 'next/link'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { AGGREGATION_WORDS } from './condition-words'
import type { Application, Project } from './target-data'

/** Applications, a row each. */
export function ApplicationsTable(props: {
  readonly applications: readonly Application[]
  readonly projects: readonly Project[]
}) {
  const names = new Map(props.projects.map(({ id, name }) => [id, name]))
  return (
    <Table label="Applications">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell className="text-right">Nodes</HeadCell>
          <HeadCell className="text-right">Edges</HeadCell>
          <HeadCell>Conclusion</HeadCell>
          <HeadCell>Project</HeadCell>
          <HeadCell>Last change</HeadCell>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </Table>
  )
}
