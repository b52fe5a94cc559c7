/**
 * Exceptions without an order must not meet: if two of them give different values, the rule has no value. That they
 * never meet is proved, or a case is shown.
 */
import type { Checked, CheckedException, ExceptionsForm } from '../../language/semantics/checked-ruleset'
import { exceptionGroups, haveSameValue } from '../../language/semantics/exceptions'
import { walkTree } from '../../language/semantics/tree/children'
import { conjunction, negation } from '../condition'
import type { Owner } from '../parts/part'
import type { Finding } from './analysis-result'
import type { Investigation, Steps } from './investigation'

export function* findMeetingExceptions(inquiry: Investigation): Steps {
  const { lets, assertions } = inquiry.ruleset
  const places: (readonly [Owner, Checked])[] = [
    ...lets.map(({ value }, index) => [{ kind: 'definition', index }, value] as const),
    ...assertions.map(({ expression }, index) => [{ kind: 'assertion', index }, expression] as const),
  ]
  for (const [owner, root] of places)
    for (const form of formsIn(root))
      for (const pair of unorderedPairs(form)) {
        if (inquiry.open.isSpent) return
        yield findMeeting(inquiry, owner, pair)
      }
}

function formsIn(root: Checked): readonly ExceptionsForm[] {
  const forms: ExceptionsForm[] = []
  walkTree(root, (node) => {
    if (node.kind === 'written' && node.form.kind === 'exceptions') forms.push(node.form)
  })
  return forms
}

interface Pair {
  readonly first: CheckedException
  readonly second: CheckedException
  /** Later exceptions win, so the two may meet if one of these applies. */
  readonly later: readonly CheckedException[]
}

function unorderedPairs({ exceptions }: ExceptionsForm): readonly Pair[] {
  const groups = exceptionGroups(exceptions)
  return groups.flatMap((group, i) => {
    const later = groups.slice(i + 1).flat()
    return group.flatMap((second, j) =>
      group.slice(0, j).flatMap((first) => (haveSameValue(first, second) ? [] : [{ first, second, later }])),
    )
  })
}

function findMeeting(inquiry: Investigation, owner: Owner, { first, second, later }: Pair): Finding | null {
  const { ruleset, text, writer } = inquiry
  const assertions = inquiry.dependents.of(owner)
  const meet = conjunction([first.condition, second.condition, ...later.map(({ condition }) => negation(condition))])
  const [one, other] = [text.quoted(first.condition), text.quoted(second.condition)]
  const whose = inquiry.ownerInWords(owner)
  const answer = inquiry.ask(
    ruleset,
    meet,
    assertions,
    () => `whether the exceptions ${one} and ${other} of ${whose} meet`,
  )
  if (answer.status !== 'witness') return null
  const witness = writer.write(answer.witness.values, ruleset, meet)
  const sentence = `The exceptions ${one} and ${other} of ${whose} meet, as when ${witness.sentence}, and there is no value then. Write then except when before the one that wins, or narrow a condition.`
  const definitions = owner.kind === 'definition' ? [owner.index] : []
  return inquiry.finding('exceptions_meet', 'warning', sentence, {
    assertions,
    definitions,
    at: second.condition,
    witness,
  })
}
