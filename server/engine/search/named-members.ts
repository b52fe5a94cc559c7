/** The members that an assertion names for each claim: those most likely to change its outcome. */
import type { MemberNode, Run, ValueNode } from '../evaluate/node'
import { walkNodes } from './boundaries'

/** @returns distinct members in the expression's order, by input */
export function findNamedMembers(root: ValueNode, run: Run): ReadonlyMap<number, readonly string[]> {
  const named = new Map<number, string[]>()
  walkNodes(root, run, (node) => {
    switch (node.kind) {
      case 'member-comparison':
        noteMember(named, node.left, node.right)
        noteMember(named, node.right, node.left)
        break
      case 'membership':
        if (node.value.domain === 'member')
          for (const { value } of node.set.slots)
            if (value.domain === 'member') {
              noteMember(named, node.value, value)
              noteMember(named, value, node.value)
            }
        break
      case 'case':
        for (const label of node.arms.keys()) noteLabel(named, node.subject, label)
        break
    }
  })
  return named
}

function noteMember(named: Map<number, string[]>, input: MemberNode, member: MemberNode): void {
  const constant = unwrap(member)
  if (constant.kind === 'constant') noteLabel(named, input, constant.value)
}

function noteLabel(named: Map<number, string[]>, node: MemberNode, label: string): void {
  const subject = unwrap(node)
  if (subject.kind !== 'input') return
  const known = named.get(subject.input)
  if (known === undefined) named.set(subject.input, [label])
  else if (!known.includes(label)) known.push(label)
}

function unwrap(node: MemberNode): MemberNode {
  return node.kind === 'shared' ? unwrap(node.inner) : node
}
