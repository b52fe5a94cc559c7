import dynamic from 'next/dynamic'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Graph } from '../../../server/api/terms/application-graph'
import { EDGE_CONDITIONS } from '../../../server/api/terms/guardrail-terms'
import { Button } from '../../ui/controls'
import { conditionInWords, TYPE_WORDS } from '../guardrail-words'
import type { Guardrail } from '../targets/target-data'
import { type GraphSelection, withCondition, withoutEdge, withoutNode } from './graph-edits'
import { GraphLists } from './graph-lists'

// Loaded on demand, because the drawing library is larger than the page.
const GraphCanvas = dynamic(() => import('./graph-canvas').then((module) => module.GraphCanvas), {
  ssr: false,
  loading: () => <p className="flex h-88 items-center justify-center text-ink-faint">Loading the graph.</p>,
})

const WIDE = '(min-width: 640px)'

/** Shows the graph of an application as a drawing and as lists, which change the same graph. */
export function GraphEditor(props: {
  readonly graph: Graph
  readonly guardrails: readonly Guardrail[]
  readonly readOnly: boolean
  readonly onChange: (graph: Graph) => void
}) {
  const { graph, guardrails, readOnly, onChange } = props
  const [selected, setSelected] = useState<GraphSelection | null>(null)
  const wide = useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
  const names = new Map(guardrails.map(({ id, name, type }) => [id, { name, type: TYPE_WORDS[type].title }]))
  return (
    <div className="flex flex-col gap-5">
      <div className="overflow-hidden rounded-lg border border-line">
        <GraphCanvas
          graph={graph}
          guardrails={names}
          direction={wide ? 'right' : 'down'}
          readOnly={readOnly}
          selected={selected}
          onSelect={setSelected}
          onChange={onChange}
        />
        {!readOnly && <SelectionBar graph={graph} selected={selected} onChange={onChange} onSelect={setSelected} />}
      </div>
      <GraphLists graph={graph} guardrails={guardrails} readOnly={readOnly} onChange={onChange} />
    </div>
  )
}

function SelectionBar(props: {
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
  const index = graph.edges.findIndex(
    ({ from, to }) => selected?.kind === 'edge' && selected.from === from && selected.to === to,
  )
  const edge = graph.edges[index]
  if (edge === undefined)
    return (
      <Bar>
        <span className="text-ink-faint">
          To connect two nodes, drag from the point after one to the point before the other. Select a node or an edge to
          change it.
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
          onChange(withCondition(graph, index, when, edge.below ?? null))
        }}
        className="h-8 rounded-md border border-line-strong/60 bg-raised px-2 text-sm"
      >
        {EDGE_CONDITIONS.map((when) => (
          <option key={when} value={when}>
            {conditionInWords(when)}
          </option>
        ))}
      </select>
      <Button onClick={() => remove(withoutEdge(graph, index))}>Remove this edge</Button>
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
