/** Records and lists of a ruleset, as the nested objects and arrays that programs send. */
import { type Input, isPart } from '../../language/semantics/checked-input'

export type ClaimNode = ValueNode | RecordNode | ListNode

export interface ValueNode {
  readonly kind: 'value'
  readonly path: string
  readonly input: Input
}

export interface RecordNode {
  readonly kind: 'record'
  readonly path: string
  /** Says whether the record is there; null if it always is. */
  readonly given: Input | null
  readonly fields: Map<string, ClaimNode>
}

export interface ListNode {
  readonly kind: 'list'
  readonly path: string
  readonly count: Input
  readonly upTo: number
  readonly entries: ClaimNode[]
}

/** Every claim of a ruleset by its name. Claims that are neither record nor list are values. */
export function claimTree(inputs: readonly Input[]): ReadonlyMap<string, ClaimNode> {
  const root = emptyRecord('', null)
  for (const input of inputs) if (input.kind === 'claim' && !isPart(input)) place(root, input)
  return root.fields
}

/** Finds or makes the place of an input: `driver[2].age` is in entry 2 of the list `driver`. */
function place(root: RecordNode, input: Input): void {
  const steps = input.name.split(/[.[\]]+/).filter((step) => step !== '')
  let node: ClaimNode = root
  for (const [i, step] of steps.entries()) {
    const isLast = i === steps.length - 1
    const made: ClaimNode = isLast ? nodeOf(input) : emptyRecord(pathBelow(node, step), null)
    if (node.kind === 'list') {
      const at = Number(step) - 1
      node.entries[at] ??= made
      node = node.entries[at]!
    } else if (node.kind === 'record') {
      const known = node.fields.get(step)
      if (known === undefined) node.fields.set(step, made)
      node = known ?? made
    }
  }
}

function nodeOf(input: Input): ClaimNode {
  const { form, name: path } = input
  if (form?.kind === 'count') return { kind: 'list', path, count: input, upTo: form.upTo, entries: [] }
  return form?.kind === 'given' ? emptyRecord(path, input) : { kind: 'value', path, input }
}

function emptyRecord(path: string, given: Input | null): RecordNode {
  return { kind: 'record', path, given, fields: new Map() }
}

function pathBelow({ kind, path }: ClaimNode, step: string): string {
  if (kind === 'list') return `${path}[${step}]`
  return path === '' ? step : `${path}.${step}`
}
