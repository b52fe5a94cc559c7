/** A claim matters if two cases differ only in it and in the outcome, so the question uses two values of it. */
import type { Input } from '../../language/semantics/checked-input'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { difference } from '../condition'
import { varyEverywhere } from '../parts/variation'
import type { Finding } from './analysis-result'
import type { Investigation, Proof, Steps } from './investigation'
import { everyCase } from './ranges-in-words'

export function* findIdleClaims(inquiry: Investigation): Steps {
  for (const [index, input] of inquiry.ruleset.inputs.entries()) {
    if (inquiry.open.isSpent) return
    const isReported = inquiry.ruleset.reports.some(({ reads }) => reads.includes(index))
    const isRead = inquiry.ruleset.assertions.some(({ reads }) => reads.includes(index))
    // Statements that a text shares may need a claim that its own assertions do not read.
    const isShared = inquiry.ruleset.shares !== undefined && !isRead
    if (input.kind === 'claim' && !isReported && !isShared && !hasLength(input)) yield idleClaim(inquiry, index, input)
  }
}

/** A text whose length is asked for counts with both of its inputs, and neither says enough by itself. */
function hasLength({ form }: Input): boolean {
  return form?.kind === 'length' || (form?.kind === 'text' && form.length !== null)
}

function idleClaim(inquiry: Investigation, claim: number, input: Input): Finding | null {
  const { ruleset } = inquiry
  const readers = [...ruleset.assertions.keys()].filter((index) => ruleset.assertions[index]!.reads.includes(claim))
  const other = ruleset.inputs.length
  const atOtherValue = (node: Checked) =>
    node.kind === 'input' && node.input === claim ? { ...node, input: other } : null
  const variation = varyEverywhere(ruleset, [atOtherValue])
  const space = { ...variation.space, inputs: [...ruleset.inputs, input] }
  const proofs: Proof[] = []
  for (const index of readers) {
    const condition = difference(inquiry.conditions[index]!, variation.condition(index, 0))
    const question = () => `whether ${inquiry.called(index)} depends on ${input.name}`
    const answer = inquiry.ask(space, condition, [index], question)
    if (answer.status !== 'proved') return null
    const title = `The assertion ${inquiry.name(index)} has the same outcome whatever the value of ${input.name} is.`
    proofs.push({ title, space, condition, answer })
  }
  const where = everyCase(...proofs)
  const why =
    readers.length === 0 ? 'no assertion reads it' : `${where}, every answer is the same whatever its value is`
  const sentence = `No answer depends on the claim ${input.name}: ${why}. Use it, or remove it.`
  return inquiry.finding('claim_changes_nothing', 'note', sentence, {
    assertions: readers,
    claims: [claim],
    at: input,
    proofs,
  })
}
