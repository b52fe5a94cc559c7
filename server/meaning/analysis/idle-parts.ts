/**
 * Every dependent assertion keeps its outcome in every case, "no value" included. Parts inside a reported one are not
 * reported.
 * @param vacuous assertions whose answer is constant; parts that only they depend on are skipped
 */

import type { Checked } from '../../language/semantics/checked-ruleset'
import { lookupFormOf } from '../../language/semantics/checked-ruleset'
import { ALWAYS, difference, NEVER } from '../condition'
import { definitionsBehind } from '../definitions-behind'
import { isOpen, isWithin, type Part, partsOf } from '../parts/part'
import { varyPart } from '../parts/variation'
import type { Finding } from './analysis-result'
import { judgeBranches } from './idle-branches'
import type { Investigation, Proof, Steps } from './investigation'
import { type PartReaders, partFinding } from './part-finding'
import { everyCase } from './ranges-in-words'
import { idleOperands, type Removal } from './removals'

export function* findIdleParts(inquiry: Investigation, vacuous: ReadonlySet<number>): Steps {
  const dependents = (part: Part) => inquiry.dependents.of(part.owner)
  const affected = (part: Part) => dependents(part).filter((index) => !vacuous.has(index))
  const places = partsOf(inquiry.ruleset).filter((part) => affected(part).length > 0 && !isLookedUp(inquiry, part))
  const reported: Part[] = []
  const isNew = (part: Part) => !reported.some((other) => isWithin(part, other))
  for (const part of places) {
    if (inquiry.open.isSpent) return
    if (!isTest(part.node) || isOpen(part.node)) continue
    const finding = constantComparison(inquiry, part, affected(part))
    if (finding !== null) reported.push(part)
    yield finding
  }
  const reportedDefinitions = definitionsBehind(
    inquiry.ruleset,
    inquiry.ruleset.reports.map((report) => report.let),
  )
  for (const part of places) {
    // A reported value could change without the part.
    if (part.owner.kind === 'definition' && reportedDefinitions.has(part.owner.index)) continue
    // A constant answer could change without the part.
    const readers: PartReaders = { affected: affected(part), dependents: dependents(part) }
    const isAsked = (subject: Part) => !inquiry.open.isSpent && isNew(subject) && !isDecided(part.node, reported)
    // Only one of two equal parts is reported.
    const dropped = new Set<Checked>()
    const note = (subject: Part, finding: Finding | null) => {
      if (finding === null) return
      reported.push(subject)
      if (finding.kind !== 'branch_divides_by_zero') dropped.add(subject.node)
    }
    for (const { branch, finding } of judgeBranches(inquiry, part, readers, isAsked)) {
      note(branch, finding)
      yield finding
    }
    for (const removal of idleOperands(part)) {
      const subject: Part = { owner: part.owner, node: removal.part, parent: part.node }
      const [alone, together] = [removal.without(NOTHING), removal.without(dropped)]
      if (alone === null || together === null || !isAsked(subject)) continue
      if (dropped.size > 0 && !isIdleToo(inquiry, part, together, readers.dependents)) continue
      const finding = idleOperand(inquiry, part, removal, alone, readers)
      note(subject, finding)
      yield finding
    }
    if (inquiry.open.isSpent) return
  }
}

/**
 * Whether it is part of a lookup. Rows of a table have separate findings, and the values behind a parameter or a scale
 * are not in the text.
 */
function isLookedUp({ ruleset }: Investigation, { owner }: Part): boolean {
  return owner.kind === 'definition' && lookupFormOf(ruleset.lets[owner.index]!.value) !== null
}

/** A constant condition already implies that a branch is not taken. */
function isDecided(node: Checked, reported: readonly Part[]): boolean {
  return node.kind === 'choice' && reported.some((part) => part.node === node.condition)
}

function isTest({ kind }: Checked): boolean {
  return kind === 'compare' || kind === 'is-member' || kind === 'is-subset'
}

function constantComparison(inquiry: Investigation, part: Part, affected: readonly number[]): Finding | null {
  const { ruleset } = inquiry
  const { node } = part
  for (const [word, constant] of [
    ['TRUE', ALWAYS],
    ['FALSE', NEVER],
  ] as const) {
    const differs = difference(node, constant)
    const question = () => `whether ${inquiry.text.quoted(node)} is always ${word}`
    const answer = inquiry.ask(ruleset, differs, affected, question)
    if (answer.status !== 'proved') continue
    const sentence = `${inquiry.text.quoted(node)} is ${word} ${everyCase({ answer, space: ruleset, condition: node })}. Correct it, or remove it.`
    const title = `The comparison ${inquiry.text.quoted(node)} in ${inquiry.ownerInWords(part.owner)} is always ${word}.`
    const proofs = [{ title, space: ruleset, condition: differs, answer }]
    return partFinding(inquiry, 'comparison_is_constant', sentence, part, { affected, proofs })
  }
  return null
}

const NOTHING: ReadonlySet<Checked> = new Set()

function isIdleToo(inquiry: Investigation, part: Part, without: Checked, dependents: readonly number[]): boolean {
  const variation = varyPart(inquiry.ruleset, part, [without])
  return dependents.every((index) => {
    const condition = difference(inquiry.conditions[index]!, variation.condition(index, 0))
    return inquiry.quietly(variation.space, condition).status === 'proved'
  })
}

/** @param alone replaces the node */
function idleOperand(inquiry: Investigation, part: Part, removal: Removal, alone: Checked, readers: PartReaders) {
  const variation = varyPart(inquiry.ruleset, part, [alone])
  const { space } = variation
  const quoted = inquiry.text.quoted(removal.part)
  const without = removal.instead === null ? 'without it' : `with ${removal.instead(inquiry.text)} in its place`
  const proofs: Proof[] = []
  for (const index of readers.dependents) {
    const condition = difference(inquiry.conditions[index]!, variation.condition(index, 0))
    const answer = inquiry.ask(space, condition, [index], () => `whether ${quoted} changes ${inquiry.called(index)}`)
    if (answer.status !== 'proved') return null
    const title = `The assertion ${inquiry.name(index)} has the same outcome ${removal.instead === null ? `without ${quoted}` : `with ${removal.instead(inquiry.text)} in place of ${inquiry.text.quoted(part.node)}`}.`
    proofs.push({ title, space, condition, answer })
  }
  const isEverywhere = proofs.every(({ answer }) => answer.holds === 'everywhere')
  const fix = isEverywhere ? removal.fix(inquiry.text, part.parent) : null
  const owner = inquiry.ownerInWords(part.owner)
  const sentence = `${removal.what} ${quoted} changes nothing in ${owner}: ${everyCase(...proofs)}, the answer is the same ${without}. Remove it, or correct it.`
  const { affected } = readers
  const subject = { ...part, node: removal.part }
  return partFinding(inquiry, 'operand_changes_nothing', sentence, subject, { affected, fix, proofs })
}
