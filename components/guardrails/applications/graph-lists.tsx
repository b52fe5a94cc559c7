import { X } from 'lucide-react'
import { useState } from 'react'
import type { Graph } from '../../../server/api/terms/application-graph'
import { EDGE_CONDITIONS, type EdgeCondition } from '../../../server/api/terms/guardrail-terms'
import { Button, Choice, Field, TextEntry } from '../../ui/controls'
import { Cell, Table } from '../../ui/table'
import { conditionInWords } from '../guardrail-words'
import type { Guardrail } from '../targets/target-data'
import {
  idProblem,
  renameNode,
  withCondition,
  withEdge,
  withGuardrail,
  withNode,
  withoutEdge,
  withoutNode,
} from './graph-edits'

interface GraphListsProps {
  readonly graph: Graph
  readonly guardrails: readonly Guardrail[]
  readonly readOnly: boolean
  readonly onChange: (graph: Graph) => void
}

/** Edits nodes and edges as lists, which can do everything the drawing does, by keyboard and with screen readers. */
export function GraphLists(props: GraphListsProps) {
  return (
    <div className="flex flex-col gap-5">
      <Nodes {...props} />
      <Edges {...props} />
    </div>
  )
}

function Nodes({ graph, guardrails, readOnly, onChange }: GraphListsProps) {
  const [chosen, setChosen] = useState('')
  const guardrail = guardrails.find(({ id }) => id === chosen)
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Nodes</h3>
      {graph.nodes.length > 0 && (
        <Table label="Nodes" columns={['Id', 'Guardrail', { title: 'Actions', isHidden: true }]}>
          {graph.nodes.map(({ id, guardrail_id }) => (
            <tr key={id}>
              <Cell className="min-w-36 align-top">
                <NodeId graph={graph} id={id} readOnly={readOnly} onChange={onChange} />
              </Cell>
              <Cell className="min-w-36 align-top sm:min-w-44">
                <Choice
                  aria-label={`Guardrail of ${id}`}
                  disabled={readOnly}
                  value={guardrail_id}
                  onChange={({ target }) => onChange(withGuardrail(graph, id, target.value))}
                >
                  {!guardrails.some((each) => each.id === guardrail_id) && (
                    <option value={guardrail_id}>No longer exists</option>
                  )}
                  <GuardrailOptions guardrails={guardrails} />
                </Choice>
              </Cell>
              <Cell className="text-right align-top">
                {!readOnly && (
                  <Button
                    look="quiet"
                    className="px-1.5"
                    aria-label={`Remove the node ${id}`}
                    onClick={() => onChange(withoutNode(graph, id))}
                  >
                    <X size={15} aria-hidden />
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {!readOnly && (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Add a node for" className="min-w-44 flex-1">
            {(bound) => (
              <Choice {...bound} value={chosen} onChange={({ target }) => setChosen(target.value)}>
                <option value="">Choose a guardrail</option>
                <GuardrailOptions guardrails={guardrails} />
              </Choice>
            )}
          </Field>
          <Button
            className="h-9"
            disabled={guardrail === undefined}
            onClick={() => {
              if (guardrail === undefined) return
              onChange(withNode(graph, guardrail.id, guardrail.name))
              setChosen('')
            }}
          >
            Add node
          </Button>
        </div>
      )}
    </div>
  )
}

function GuardrailOptions({ guardrails }: { readonly guardrails: readonly Guardrail[] }) {
  return guardrails.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}

/** A new id applies on blur or Enter. */
function NodeId(props: {
  readonly graph: Graph
  readonly id: string
  readonly readOnly: boolean
  readonly onChange: (graph: Graph) => void
}) {
  const { graph, id, readOnly, onChange } = props
  const [typed, setTyped] = useState(id)
  const problem = idProblem(graph, id, typed)
  const take = () => {
    if (problem === null && typed !== id) onChange(renameNode(graph, id, typed))
  }
  return (
    <>
      <TextEntry
        aria-label={`Id of the node ${id}`}
        aria-invalid={problem !== null || undefined}
        className="font-mono text-sm"
        readOnly={readOnly}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      {problem !== null && (
        <p role="alert" className="mt-1 text-sm text-false">
          {problem}
        </p>
      )}
    </>
  )
}

function Edges({ graph, readOnly, onChange }: GraphListsProps) {
  const { nodes, edges } = graph
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Edges</h3>
      {edges.length === 0 ? (
        <p className="text-sm text-ink-faint">
          No edges: all nodes run in parallel. An edge makes one node run after another.
        </p>
      ) : (
        <Table label="Edges" columns={['From', 'To', 'Runs', 'Confidence', { title: 'Actions', isHidden: true }]}>
          {edges.map(({ from, to, when, below = null }, index) => (
            <tr key={`${from}>${to}`}>
              <Cell className="min-w-20 font-mono break-all sm:min-w-24">{from}</Cell>
              <Cell className="min-w-20 font-mono break-all sm:min-w-24">{to}</Cell>
              <Cell className="min-w-36 sm:min-w-44">
                <Choice
                  aria-label={`Condition of the edge from ${from} to ${to}`}
                  disabled={readOnly}
                  value={when}
                  onChange={({ target }) => onChange(withCondition(graph, index, target.value as EdgeCondition, below))}
                >
                  <ConditionOptions />
                </Choice>
              </Cell>
              <Cell className="min-w-24">
                <Choice
                  aria-label={`Confidence on the edge from ${from} to ${to}`}
                  disabled={readOnly || when === 'ERROR'}
                  value={below ?? ''}
                  onChange={({ target }) =>
                    onChange(withCondition(graph, index, when, target.value === '' ? null : Number(target.value)))
                  }
                >
                  <option value="">any</option>
                  {confidenceLimits(below).map((limit) => (
                    <option key={limit} value={limit}>
                      below {limit}
                    </option>
                  ))}
                </Choice>
              </Cell>
              <Cell className="text-right">
                {!readOnly && (
                  <Button
                    look="quiet"
                    className="px-1.5"
                    aria-label={`Remove the edge from ${from} to ${to}`}
                    onClick={() => onChange(withoutEdge(graph, index))}
                  >
                    <X size={15} aria-hidden />
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {!readOnly && nodes.length > 1 && <NewEdge graph={graph} onChange={onChange} />}
    </div>
  )
}

function NewEdge({ graph, onChange }: { readonly graph: Graph; readonly onChange: (graph: Graph) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [when, setWhen] = useState<EdgeCondition>('any')
  const [isFrom, isTo] = [from, to].map((id) => graph.nodes.some((node) => node.id === id))
  const next = isFrom && isTo ? withEdge(graph, { from, to, when }) : graph
  const there = isFrom && isTo && next === graph
  return (
    <div className="flex flex-wrap items-end gap-2">
      <NodeEntry label="From" graph={graph} id={isFrom ? from : ''} onChoose={setFrom} />
      <NodeEntry
        label="To"
        graph={graph}
        id={isTo ? to : ''}
        onChoose={setTo}
        problem={there ? (from === to ? 'Choose another node.' : 'This edge already exists.') : null}
      />
      <Field label="Runs" className="min-w-40 flex-1">
        {(bound) => (
          <Choice {...bound} value={when} onChange={({ target }) => setWhen(target.value as EdgeCondition)}>
            <ConditionOptions />
          </Choice>
        )}
      </Field>
      <Button
        className="h-9"
        disabled={next === graph}
        onClick={() => {
          onChange(next)
          setFrom('')
          setTo('')
        }}
      >
        Add edge
      </Button>
    </div>
  )
}

function NodeEntry(props: {
  readonly label: string
  readonly graph: Graph
  readonly id: string
  readonly problem?: string | null
  readonly onChoose: (id: string) => void
}) {
  const { label, graph, id, problem = null, onChoose } = props
  return (
    <Field label={label} problem={problem} className="min-w-28 flex-1">
      {(bound) => (
        <Choice {...bound} value={id} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Choose</option>
          {graph.nodes.map((node) => (
            <option key={node.id} value={node.id}>
              {node.id}
            </option>
          ))}
        </Choice>
      )}
    </Field>
  )
}

function ConditionOptions() {
  return EDGE_CONDITIONS.map((when) => (
    <option key={when} value={when}>
      {conditionInWords(when)}
    </option>
  ))
}

const LIMITS = [0.5, 0.6, 0.7, 0.8, 0.9, 1]

/** Tenths, and what a program stored. */
function confidenceLimits(stored: number | null): readonly number[] {
  return stored === null || LIMITS.includes(stored) ? LIMITS : [...LIMITS, stored].toSorted((a, b) => a - b)
}
