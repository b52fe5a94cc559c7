/** A rule and its exceptions as one list, so that nobody takes an exception for a part of the rule. */
import type { Checked, CheckedException, ExceptionsForm } from '../../../language/semantics/checked-ruleset'
import { type Clause, endsInText, joinClauses } from './clause'
import { inSlot, openPhrase, type Phrase, type PhraseWriter } from './phrase'

const LEAD = 'the rule with its exceptions:'
const RULE = 'as a rule,'

export function describeExceptedStatement(form: ExceptionsForm, writer: PhraseWriter, lists: number): Phrase {
  const rule = inSlot(RULE, writer.statement(form.base, lists + 1))
  const items = form.exceptions.map((exception) =>
    exceptionInWords(exception, statementInstead(exception.value, writer, lists), writer, lists),
  )
  return openPhrase([LEAD, [rule, ...items]])
}

function statementInstead(value: Checked, writer: PhraseWriter, lists: number): Clause {
  if (value.kind === 'boolean') return [value.value ? 'it holds' : 'it does not hold']
  return inSlot('it holds exactly if', writer.statement(value, lists + 1))
}

/** @param write returns the value that follows the words */
export function describeExceptedValue(
  form: ExceptionsForm,
  writer: PhraseWriter,
  lists: number,
  write: (words: string, value: Checked) => Clause,
): Clause {
  const items = form.exceptions.map((exception) =>
    exceptionInWords(exception, write('it is', exception.value), writer, lists),
  )
  return [LEAD, [write(RULE, form.base), ...items]]
}

function exceptionInWords(
  { condition, isLater }: CheckedException,
  instead: Clause,
  writer: PhraseWriter,
  lists: number,
): Clause {
  const words = isLater ? 'overriding all of these, when' : 'except when'
  const when = inSlot(words, writer.statement(condition, lists + 1))
  return joinClauses(when, endsInText(when) ? ': ' : '', instead)
}
