import dynamic from 'next/dynamic'
import { useState, useSyncExternalStore } from 'react'
import type { Graph } from '../../server/api/application-graph'
import { GraphLists } from './graph-lists'
import type { GraphSelection } from './graph-selection'
import { TYPE_WORDS } from './guardrail-words'
import { SelectionBar } from './selection-bar'
import type { Guardrail } from './target-data'

// What draws weighs more than the whole page: it comes after it.
const GraphCanvas = dynamic(() => import('./graph-canvas').then((module) => module.GraphCanvas), {
  ssr: false,
  loading: () => <p className="flex h-88 items-center justify-center text-ink-faint">The drawing is on its way.</p>,
})

const WIDE = '(min-width: 640px)'

/** The graph of an application, drawn and as lists. Both change the same graph. */
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
