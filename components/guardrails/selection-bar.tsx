import type { ReactNode } from 'react'
import type { Graph } from '../../server/api/application-graph'
import { EDGE_CONDITIONS } from '../../server/api/guardrail-terms'
import { Button } from '../ui/button'
import { conditionInWords } from './condition-words'
import { changedEdge, withoutEdge, withoutNode } from './graph-edits'
import type { GraphSelection } from './graph-selection'

/** What can be done with what is selected in the drawing. */
export function SelectionBar(props: {
  readonly graph: Graph
  readonly selected: GraphSelection | null
  readonly onChange: (graph: Graph) => void
  readonly onSelect: (selection: GraphSelection | null) => void
}) {
  const { graph, selected, onChange, onSelect } = props
  const remove = (next: Graph) => {
    onChange(next)
    onSelect(null)
  }
  if (selected?.kind === 'node')
    return (
      <Bar>
        <span className="mr-auto min-w-0">
          Node <code className="font-mono break-all">{selected.id}</code>
        </span>
        <Button onClick={() => remove(withoutNode(graph, selected.id))}>Remove this node</Button>
      </Bar>
    )
  const place = graph.edges.findIndex(
    ({ from, to }) => selected?.kind === 'edge' && selected.from === from && selected.to === to,
  )
  const edge = graph.edges[place]
  if (edge === undefined)
    return (
      <Bar>
        <span className="text-ink-faint">
          Pull from the point behind a node to the point before another to join them. Select a node or an edge to change
          it.
        </span>
      </Bar>
    )
  return (
    <Bar>
      <span className="mr-auto min-w-0">
        Edge from <code className="font-mono break-all">{edge.from}</code> to{' '}
        <code className="font-mono break-all">{edge.to}</code>: runs
      </span>
      <select
        aria-label="Condition of the selected edge"
        value={edge.when}
        onChange={({ target }) => {
          const when = EDGE_CONDITIONS.find((each) => each === target.value) ?? 'any'
          onChange(changedEdge(graph, place, { when }))
        }}
        className="h-8 rounded-md border border-line-strong/60 bg-raised px-2 text-sm"
      >
        {EDGE_CONDITIONS.map((when) => (
          <option key={when} value={when}>
            {conditionInWords(when)}
          </option>
        ))}
      </select>
      <Button onClick={() => remove(withoutEdge(graph, place))}>Remove this edge</Button>
    </Bar>
  )
}

function Bar({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-t border-line px-3 py-1.5 text-sm">
      {children}
    </div>
  )
}
