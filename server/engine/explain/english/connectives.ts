/** Words ("both ... and ...") or a numbered list show every grouping. */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { type Clause, endsInText, joinClauses } from './clause'
import { clauseOf, inSlot, isSimple, openPhrase, type Phrase, type PhraseWriter, simplePhrase } from './phrase'
import { isNotIn } from './sets'
import { textInWords } from './written-forms'

type Connected = Extract<Checked, { kind: 'connective' }>

/** Characters. */
const LONGEST_GROUP_CHARS = 120

export function describeConnective(node: Connected, writer: PhraseWriter, lists: number): Phrase {
  const [first, second] = node.operands
  switch (node.connective) {
    case 'And':
      return describeSeveral(node, writer, lists, ['both', 'and', ''], 'all of the following hold:')
    case 'Or':
      return describeSeveral(
        node,
        writer,
        lists,
        ['either', 'or', ' (or both)'],
        'at least one of the following holds:',
      )
    case 'Xor':
      return describeSeveral(
        node,
        writer,
        lists,
        ['either', 'or', ' (but not both)'],
        'exactly one of the following holds:',
      )
    case 'Not':
      if (first === undefined) break
      return describeNegation(first, writer, lists)
    case 'Implies':
      if (first === undefined || second === undefined) break
      return describeImplication(first, second, writer, lists)
  }
  throw new Error(`${node.connective} lacks an operand`)
}

function describeSeveral(
  node: Connected,
  writer: PhraseWriter,
  lists: number,
  [before, between, after]: readonly [string, string, string],
  lead: string,
): Phrase {
  const clauses = itemsOf(node, writer, lists)
  if (lists > 0 && node.operands.length === 2 && node.operands.every(isSimple)) {
    const text = `${before} ${clauses.map((clause) => clause.join('')).join(` ${between} `)}${after}`
    const plain = clauses.every((clause) => !/,|\(|\b(and|or|if)\b/.test(clause.join('')))
    if (plain && text.length <= LONGEST_GROUP_CHARS) return { form: 'group', text }
  }
  return { form: 'list', lead, items: clauses }
}

function itemsOf(node: Connected, writer: PhraseWriter, lists: number): readonly Clause[] {
  return node.operands.map((operand) => clauseOf(writer.statement(operand, lists + 1)))
}

function describeNegation(node: Checked, writer: PhraseWriter, lists: number): Phrase {
  if (node.kind === 'is-member') {
    const value = writer.term(node.value, 1)
    const text = value.weight === 'atom' ? value.text : `(${value.text})`
    return simplePhrase(`${text} ${isNotIn(node.set, writer)}`)
  }
  if (node.kind === 'connective' && node.connective === 'Or')
    return { form: 'list', lead: 'none of the following holds:', items: itemsOf(node, writer, lists) }
  // A list counts its own items; other operands get a list around them.
  const bringsList = node.kind === 'connective' && node.connective !== 'Not' && node.connective !== 'Implies'
  const phrase = writer.statement(node, bringsList ? lists : lists + 1)
  switch (phrase.form) {
    case 'simple':
      if (node.kind === 'input' || node.kind === 'variable')
        return simplePhrase(phrase.text.replace(/yes$/, 'no').replace(/given$/, 'not given'))
      if (node.kind === 'written' && node.form.kind === 'is-a')
        return simplePhrase(phrase.text.replace(/ is (a [a-z ]+)$/, ' is not $1'))
      if (node.kind === 'written' && node.form.kind === 'text')
        return simplePhrase(textInWords(node.form, writer, true))
      if (node.kind === 'written' && node.form.kind === 'entries') return simplePhrase(deniedEntries(phrase.text))
      if (node.kind === 'let') return simplePhrase(phrase.text.replace(/holds$/, 'does not hold'))
      if (node.kind === 'quantified' && node.quantifier === 'Exists')
        return simplePhrase(phrase.text.replace(/^at least one/, 'none'))
      return openPhrase([`it is not the case that ${phrase.text}`])
    case 'group':
      return openPhrase([`it is not the case that ${phrase.text}`])
    case 'list':
      return { ...phrase, lead: deniedLead(node, phrase.lead) }
    case 'open':
      return openPhrase(inSlot('it is not the case that', phrase))
  }
}

/** "drivers has no entry", "at least two entries of codes are the same". */
function deniedEntries(text: string): string {
  return text
    .replace(/ at least one entry$/, ' no entry')
    .replace(/^no two entries of (.*) (are the same|have the same \w+)$/, 'at least two entries of $1 $2')
}

function deniedLead(node: Checked, lead: string): string {
  if (node.kind === 'connective' && node.connective === 'And') return `not ${lead}`
  return `it is not the case that ${lead}`
}

function describeImplication(condition: Checked, consequence: Checked, writer: PhraseWriter, lists: number): Phrase {
  const given = inSlot('if', writer.statement(condition, lists + 1))
  const then = inSlot('then', writer.statement(consequence, lists + 1))
  return openPhrase(joinClauses(given, endsInText(given) ? ', ' : '', then))
}
