import '@xyflow/react/dist/base.css'
import './graph-canvas.css'
import {
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  Handle,
  MarkerType,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import clsx from 'clsx'
import type { Graph } from '../../../server/api/terms/application-graph'
import type { EdgeCondition } from '../../../server/api/terms/guardrail-terms'
import { conditionInWords } from '../guardrail-words'
import { type GraphSelection, withEdge, withoutNode } from './graph-edits'
import { type DrawnGraph, type DrawnNode, useDrawnNodes } from './graph-layout'

interface GraphCanvasProps extends DrawnGraph {
  readonly onSelect: (selection: GraphSelection | null) => void
  readonly onChange: (graph: Graph) => void
}

const NODE_TYPES = { guardrail: GuardrailNode }
const EDGE_COLOURS: Readonly<Record<EdgeCondition, string>> = {
  any: 'var(--line-strong)',
  YES: 'var(--true)',
  NO: 'var(--false)',
  UNKNOWN: 'var(--unknown)',
  ERROR: 'var(--ambiguous)',
}

/**
 * Draws the graph. Dragging from the end of a node to the start of another adds an edge; Backspace or Delete removes
 * the selection. The lists below do the same without a pointer.
 */
export function GraphCanvas(props: GraphCanvasProps) {
  const { graph, readOnly, selected, onSelect, onChange } = props
  const nodes = useDrawnNodes(props)
  const edges = useDrawnEdges(graph, selected)
  const selectNode = (changes: readonly NodeChange<DrawnNode>[]) => {
    for (const change of changes)
      if (change.type === 'select' && change.selected) onSelect({ kind: 'node', id: change.id })
  }
  const selectEdge = (changes: readonly EdgeChange[]) => {
    for (const change of changes) {
      const edge =
        change.type === 'select' && change.selected ? graph.edges.find((each) => edgeId(each) === change.id) : null
      if (edge) onSelect({ kind: 'edge', from: edge.from, to: edge.to })
    }
  }
  const connect = ({ source, target }: Connection) => {
    const next = withEdge(graph, { from: source, to: target, when: 'any' })
    if (next === graph) return
    onChange(next)
    onSelect({ kind: 'edge', from: source, to: target })
  }
  /** Removes nodes together with their edges in one change. */
  const remove = (gone: { readonly nodes: readonly Node[]; readonly edges: readonly Edge[] }) => {
    const ids = new Set(gone.edges.map(({ id }) => id))
    const left = { ...graph, edges: graph.edges.filter((edge) => !ids.has(edgeId(edge))) }
    onChange(gone.nodes.reduce((so: Graph, { id }) => withoutNode(so, id), left))
    onSelect(null)
  }
  return (
    <div className="graph-canvas h-88 w-full">
      <ReactFlow
        // A new direction moves handles and nodes, so the drawing is created again.
        key={props.direction}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        onNodesChange={selectNode}
        onEdgesChange={selectEdge}
        onConnect={connect}
        onDelete={remove}
        onPaneClick={() => onSelect(null)}
        nodesDraggable={false}
        nodesConnectable={!readOnly}
        deleteKeyCode={readOnly ? null : ['Backspace', 'Delete']}
        // The wheel scrolls the page.
        zoomOnScroll={false}
        preventScrolling={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.2}
        proOptions={{ hideAttribution: true }}
        aria-label="The graph, drawn"
      >
        <Background />
        <Controls showInteractive={false} fitViewOptions={{ maxZoom: 1, padding: 0.15 }} />
      </ReactFlow>
    </div>
  )
}

function useDrawnEdges(graph: Graph, selected: GraphSelection | null): Edge[] {
  return graph.edges.map((edge) => {
    const { from, to, when, below } = edge
    return {
      id: edgeId(edge),
      source: from,
      target: to,
      type: 'smoothstep',
      label: edgeLabel(when, below),
      labelStyle: { fill: EDGE_COLOURS[when], fontWeight: 600, fontSize: 12 },
      labelBgStyle: { fill: 'var(--surface)' },
      style: { stroke: EDGE_COLOURS[when], strokeWidth: 1.5 },
      markerEnd: { type: MarkerType.ArrowClosed, color: EDGE_COLOURS[when] },
      selected: selected?.kind === 'edge' && selected.from === from && selected.to === to,
      ariaLabel: `Edge from ${from} to ${to}, ${conditionInWords(when, below)}`,
    }
  })
}

function GuardrailNode({ data, selected }: NodeProps<DrawnNode>) {
  const { id, guardrail, direction, connectable } = data
  const right = direction === 'right'
  return (
    <div
      className={clsx(
        'flex h-full flex-col justify-center rounded-lg border bg-raised px-3 text-left shadow-sm',
        selected ? 'border-accent ring-1 ring-accent' : 'border-line-strong/60',
        guardrail === null && 'border-false bg-false-soft',
      )}
    >
      <Handle type="target" position={right ? Position.Left : Position.Top} isConnectable={connectable} />
      <span className="truncate text-sm font-medium">{guardrail?.name ?? 'No longer exists'}</span>
      <span className="truncate text-xs text-ink-faint">
        <span className="font-mono">{id}</span>
        {guardrail !== null && ` · ${guardrail.type}`}
      </span>
      <Handle type="source" position={right ? Position.Right : Position.Bottom} isConnectable={connectable} />
    </div>
  )
}

function edgeId({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from}>${to}`
}

function edgeLabel(when: EdgeCondition, below: number | undefined): string | undefined {
  const condition = when === 'any' ? '' : when
  return below === undefined ? condition || undefined : `${condition} < ${below}`.trim()
}
