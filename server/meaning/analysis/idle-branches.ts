import { FALSE, TRUE } from '../../engine/core/value'
import { DIVISION } from '../../engine/decide/no-value-causes'
import { whyNoValue } from '../../engine/decide/why-no-value'
import { joinSeries, quoteVisible } from '../../engine/explain/english/clause'
import type { Input } from '../../language/semantics/checked-input'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import type { Answer, Witness } from '../answer'
import { type Condition, compareNumbers, conjunction, difference, hasOutcome, type Space } from '../condition'
import { isOpen, type Part } from '../parts/part'
import { varyPart } from '../parts/variation'
import type { Finding } from './analysis-result'
import { type Branch, branchesOf } from './branches'
import type { Investigation, Proof } from './investigation'
import { type PartReaders, partFinding } from './part-finding'
import { everyCase } from './ranges-in-words'

interface Asked {
  readonly assertion: number
  readonly space: Space
  readonly differs: Condition
  readonly answer: Answer
}

/**
 * A branch is idle if no value of its type in its place changes an answer. Also finds branches that divide by zero
 * whenever they matter.
 */
export function* judgeBranches(
  inquiry: Investigation,
  part: Part,
  readers: PartReaders,
  isAsked: (branch: Part) => boolean,
): Generator<{ readonly branch: Part; readonly finding: Finding | null }, void, void> {
  for (const branch of branchesOf(part.node)) {
    const subject: Part = { owner: part.owner, node: branch.node, parent: part.node }
    if (isAsked(subject)) yield { branch: subject, finding: judgeBranch(inquiry, subject, branch, readers) }
  }
}

function judgeBranch(inquiry: Investigation, part: Part, branch: Branch, readers: PartReaders): Finding | null {
  const neverTaken = isOpen(branch.isTaken) ? null : findNeverTaken(inquiry, part, branch, readers)
  if (neverTaken !== null) return neverTaken
  const questions: Asked[] = []
  for (const assertion of readers.dependents) questions.push(askWithAnyValue(inquiry, part, branch, assertion))
  return findIdle(inquiry, part, branch, questions, readers) ?? findWithoutValue(inquiry, part, questions, readers)
}

function findNeverTaken(inquiry: Investigation, part: Part, { isTaken }: Branch, readers: PartReaders): Finding | null {
  const { ruleset, text } = inquiry
  const answer = inquiry.quietly(ruleset, isTaken)
  if (answer.status !== 'proved') return null
  const [owner, shown] = [inquiry.ownerInWords(part.owner), text.quoted(part.node)]
  const where = everyCase({ answer, space: ruleset, condition: isTaken })
  const sentence = `No answer depends on the branch ${shown} of ${owner}: ${where}, it is not taken. Remove it, or correct the condition that leads to it.`
  const proofs = [
    { title: `The branch ${shown} of ${owner} is not taken.`, space: ruleset, condition: isTaken, answer },
  ]
  return partFinding(inquiry, 'branch_never_taken', sentence, part, { affected: readers.affected, proofs })
}

function askWithAnyValue(inquiry: Investigation, part: Part, { replacement }: Branch, assertion: number): Asked {
  const { ruleset } = inquiry
  const index = ruleset.inputs.length
  const any: Checked = { kind: 'input', input: index, type: replacement.type, start: 0, end: 0 }
  const variation = varyPart(ruleset, part, [any])
  const space = { ...variation.space, inputs: [...ruleset.inputs, replacement] }
  const differs = difference(inquiry.conditions[assertion]!, variation.condition(assertion, 0))
  const question = () => `whether ${inquiry.called(assertion)} depends on ${inquiry.text.quoted(part.node)}`
  return { assertion, space, differs, answer: inquiry.ask(space, differs, [assertion], question) }
}

function findIdle(
  inquiry: Investigation,
  part: Part,
  { replacement }: Branch,
  questions: readonly Asked[],
  { affected }: PartReaders,
): Finding | null {
  const shown = inquiry.text.quoted(part.node)
  const anyValue = anyInWords(replacement)
  const proofs: Proof[] = []
  for (const { assertion, space, differs, answer } of questions) {
    if (answer.status !== 'proved') return null
    const title = `The assertion ${inquiry.name(assertion)} has the same outcome ${anyValue} in place of the branch ${shown}.`
    proofs.push({ title, space, condition: differs, answer })
  }
  const owner = inquiry.ownerInWords(part.owner)
  const sentence = `No answer depends on the branch ${shown} of ${owner}: ${everyCase(...proofs)}, the answer is the same ${anyValue} in its place. Remove it, or correct the condition that leads to it.`
  return partFinding(inquiry, 'branch_never_taken', sentence, part, { affected, proofs })
}

/** "whatever number is", "whether TRUE or FALSE is", "whichever of "low" and "high" is". */
function anyInWords({ type }: Input): string {
  if (type.kind === 'numeric') return 'whatever number is'
  if (type.kind === 'date' || type.kind === 'timestamp') return `whatever ${type.kind} is`
  if (type.kind === 'boolean') return 'whether TRUE or FALSE is'
  return `whichever of ${joinSeries(type.vocabulary.map(quoteVisible), 'and')} is`
}

function findWithoutValue(
  inquiry: Investigation,
  part: Part,
  questions: readonly Asked[],
  { affected }: PartReaders,
): Finding | null {
  const shown = questions.find(({ answer }) => answer.status === 'witness')
  // Otherwise the page would show it twice with different examples.
  if (shown === undefined || isOpen(part.node) || inquiry.isQuick) return null
  const quote = inquiry.text.quoted(part.node)
  const proofs: Proof[] = []
  for (const { assertion, space, differs } of questions) {
    const condition = conjunction([differs, hasValue(part.node)])
    const answer = inquiry.quietly(space, condition)
    if (answer.status !== 'proved') return null
    const title = `The branch ${quote} has no value wherever the assertion ${inquiry.name(assertion)} depends on it.`
    proofs.push({ title, space, condition, answer })
  }
  const { witness } = shown.answer as { readonly witness: Witness }
  const written = inquiry.writer.write(witness.values, shown.space, shown.differs)
  const owner = inquiry.ownerInWords(part.owner)
  const why = whyNoValue(inquiry.ruleset, part.node)
  const where = `${everyCase(...proofs)} in which an answer depends on it, as when ${written.sentence}`
  const sentence =
    why === DIVISION
      ? `The branch ${quote} of ${owner} divides by zero ${where}. Correct the divisor, or the condition that leads to it.`
      : `The branch ${quote} of ${owner} has no value, because ${why}, ${where}. Correct it, or the condition that leads to it.`
  return partFinding(inquiry, 'branch_divides_by_zero', sentence, part, { affected, proofs, witness: written })
}

/** An expression with a value equals itself. */
function hasValue(node: Checked): Condition {
  if (node.type.kind === 'boolean') return hasOutcome(node, TRUE | FALSE)
  const isSame = compareNumbers('==', node, node)
  return isAmount(node.type) ? isSame : ({ ...isSame, domain: 'member' } as Condition)
}
