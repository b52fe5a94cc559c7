/** Constructs of language 1.4, which read as the author wrote them and not as the core that decides them. */
import type { Checked, EntriesForm, WrittenForm } from '../../../language/semantics/checked-ruleset'
import { mapOperands } from '../../../language/semantics/tree/children'
import { mapForm } from '../../../language/semantics/tree/written-form'
import { joinSeries, quoteVisible } from './clause'
import { describeExceptedStatement } from './exceptions'
import type { Names } from './names'
import { inSlot, openPhrase, operandInWords, type Phrase, type PhraseWriter, simplePhrase, type Term } from './phrase'

type FirstFailedForm = Extract<WrittenForm, { kind: 'first-failed' }>
type DateOfForm = Extract<WrittenForm, { kind: 'date-of' }>
type TextFormNode = Extract<WrittenForm, { kind: 'text' }>
type NamedForm = Extract<WrittenForm, { kind: 'condition' }>
type Written = Extract<Checked, { kind: 'written' }>

/** Puts what people read in place of the core, everywhere that both are one expression. */
export function shownTree(node: Checked): Checked {
  if (node.kind !== 'written') return mapOperands(node, shownTree)
  if (node.form.kind === 'shown') return shownTree(node.form.shown)
  return node.form.kind === 'exceptions' ? { ...node, form: mapForm(node.form, shownTree) } : node
}

/** A number or a member. */
export function describeWritten({ form, core }: Written, writer: PhraseWriter, brackets: number): Term {
  switch (form.kind) {
    case 'shown':
      return writer.term(form.shown, brackets)
    case 'lookup': {
      // "fine for severity and speed"
      const keys = form.keys.map((key) => operandInWords(key, writer, brackets))
      return { text: `${writer.names.called(form.name)} for ${joinSeries(keys, 'and')}`, weight: 'compound' }
    }
    case 'date-of':
      return { text: dateOfInWords(form, writer, brackets), weight: 'compound' }
    case 'text':
      return form.ask === 'length'
        ? {
            text: `the number of characters of ${operandInWords(shownTree(form.operand), writer, brackets)}`,
            weight: 'compound',
          }
        : { text: writer.partFor({ ...core, kind: 'written', form, core }), weight: 'atom' }
    case 'is-a':
      return { text: writer.partFor({ ...core, kind: 'written', form, core }), weight: 'atom' }
    case 'entries':
      return core.type.kind === 'boolean'
        ? { text: writer.partFor({ ...core, kind: 'written', form, core }), weight: 'atom' }
        : { text: foldInWords(form, writer, brackets), weight: form.body === null ? 'compound' : 'heavy' }
    case 'first-failed':
      return { text: firstFailedInWords(form), weight: 'heavy' }
    case 'exceptions':
      return { text: writer.partFor({ ...core, kind: 'written', form, core }), weight: 'atom' }
    case 'condition':
      return { text: `whether ${namedInWords(form, writer, brackets)}`, weight: 'heavy' }
  }
}

/** A condition on the entries of a list. */
export function describeWrittenStatement(node: Written, writer: PhraseWriter, lists: number): Phrase {
  const { form } = node
  if (form.kind === 'shown') return writer.statement(form.shown, lists)
  if (form.kind === 'first-failed') throw new Error('the name of an assertion is not a condition')
  if (form.kind === 'is-a')
    return simplePhrase(`${operandInWords(shownTree(form.operand), writer, 0)} is a ${form.what}`)
  if (form.kind === 'date-of') throw new Error(`the ${form.part} of an instant is not a condition`)
  if (form.kind === 'text') return simplePhrase(textInWords(form, writer, false))
  if (form.kind === 'lookup') return simplePhrase(`${operandInWords(node, writer, 0)} holds`)
  if (form.kind === 'exceptions') return describeExceptedStatement(form, writer, lists)
  if (form.kind === 'condition') return simplePhrase(namedInWords(form, writer, 0))
  const list = listInWords(form, writer)
  if (form.over === 'NoneRepeated')
    return simplePhrase(
      `no two entries of ${list} ${form.field === undefined ? 'are the same' : `have the same ${form.field}`}`,
    )
  if (form.over === 'IsGiven') return simplePhrase(`${list} has at least one entry`)
  const { body } = form
  if (body === null) throw new Error(`${form.over} over a list has no condition`)
  const condition = eachEntry(body, form, writer.names)
  return openPhrase(inSlot(`${leadOf(form, writer, list)}:`, writer.statement(condition, lists + 1)))
}

/** "the date of sent at UTC+01:00", "the hour of sent in UTC". */
function dateOfInWords({ part, operand, offset }: DateOfForm, writer: PhraseWriter, brackets: number): string {
  const instant = operandInWords(shownTree(operand), writer, brackets, /\b(?:at|in)\b/)
  return `the ${part} of ${instant} ${offset === 'Z' ? 'in UTC' : `at UTC${offset}`}`
}

/** "street is a text that is not blank", "loan id does not match the shape ‘uli’". */
export function textInWords(form: TextFormNode, writer: PhraseWriter, isDenied: boolean): string {
  const { ask, operand, shape } = form
  const text = operandInWords(shownTree(operand), writer, 0)
  if (ask === 'given') return `${text} is ${isDenied ? 'not ' : ''}a text that is not blank`
  if (ask === 'length' || shape === null) throw new Error('a length is not a condition')
  return `${text} ${isDenied ? 'does not match' : 'matches'} the shape ‘${shape}’`
}

/** "the name of the first assertion that does not hold among "age" and "income", or "approved" if all of them hold". */
function firstFailedInWords({ assertions, otherwise }: FirstFailedForm): string {
  const among = joinSeries(assertions.map(quoteVisible), 'and')
  const last = otherwise === null ? 'no value' : quoteVisible(otherwise)
  return `the name of the first assertion that does not hold among ${among}, or ${last} if all of them hold`
}

/** A name that begins like these is the end of a sentence: "applicant ‘is adult’". */
const VERB =
  /^(?:is|are|was|were|has|have|had|can|could|may|must|will|would|does|did|needs|meets|lives|owns|earns|exceeds)_/

/** "applicant ‘is adult’", "‘older’ holds with applicant as parameter x and co signer as parameter y". */
function namedInWords({ name, operands }: NamedForm, writer: PhraseWriter, brackets: number): string {
  const { names } = writer
  const named = names.calledCondition(name)
  const parameters = names.parametersOf(name)
  const isOne = operands.length === 1
  const about = operands.map((operand, i) => {
    const near = isOne ? undefined : /\bas\b/
    const words =
      operand.kind === 'place'
        ? names.place(operand.path, near)
        : operandInWords(shownTree(operand), writer, brackets, near)
    const parameter = isOne ? undefined : parameters[i]
    return parameter === undefined ? words : `${words} as ${names.asParameter(parameter)}`
  })
  if (isOne && VERB.test(name)) return `${about.join('')} ${named}`
  return `${named} holds ${isOne ? 'for' : 'with'} ${joinSeries(about, 'and')}`
}

function leadOf(form: EntriesForm, writer: PhraseWriter, list: string): string {
  const one = entryInWords(form)
  switch (form.over) {
    case 'ForAll':
      return `for every ${one} of ${list}`
    case 'Exists':
      return `for at least one ${one} of ${list}`
    case 'ExactlyOne':
      return `for exactly one ${one} of ${list}`
    case 'AtLeast':
    case 'AtMost': {
      const bound = form.count === null ? '' : operandInWords(shownTree(form.count), writer, 0, /\b(?:entry|entries)\b/)
      const entries = bound === '1' ? entryInWords(form) : `entries${form.variable === '' ? '' : ` ${form.variable}`}`
      return `for at ${form.over === 'AtLeast' ? 'least' : 'most'} ${bound} ${entries} of ${list}`
    }
    default:
      throw new Error(`${form.over} is not a condition`)
  }
}

function entryInWords({ variable }: EntriesForm): string {
  return variable === '' ? 'entry' : `entry ${variable}`
}

function listInWords({ list }: EntriesForm, { names }: PhraseWriter, near?: RegExp): string {
  return near === undefined ? names.called(list) : names.calledNear(list, near)
}

const FOLDS = { Sum: 'the sum of', Min: 'the smallest', Max: 'the largest' } as const
const TIME_FOLDS = { Min: 'the earliest', Max: 'the latest' } as const

/** "the sum of b’s fee over every entry b of bag", "the latest value of e’s day over every entry e of trip". */
function foldInWords(form: EntriesForm, writer: PhraseWriter, brackets: number): string {
  const { body, filter, over } = form
  const hasWhere = filter !== null || over === 'Count' || over === 'CountWhere'
  const list = listInWords(form, writer, hasWhere && body !== null ? /\bwhere\b/ : undefined)
  if (body === null) {
    if (over !== 'Count') throw new Error(`${over} over a list has no value`)
    return `the number of entries of ${list}`
  }
  const condition = (part: Checked) => conditionInWords(eachEntry(part, form, writer.names), writer)
  const where = filter === null ? '' : ` where ${condition(filter)}`
  if (over === 'Count' || over === 'CountWhere') {
    const also = filter === null ? ' where' : ' and'
    const entries = form.variable === '' ? 'entries' : `entries ${form.variable}`
    return `the number of ${entries} of ${list}${where}${also} ${condition(body)}`
  }
  if (over !== 'Sum' && over !== 'Min' && over !== 'Max') throw new Error(`${over} gives no number`)
  const value = operandInWords(eachEntry(body, form, writer.names), writer, brackets, /\bover\b/)
  const entries = `${entryInWords(form)} of ${list}${where}`
  if (over === 'Sum') return `${FOLDS.Sum} ${value} over every ${entries}`
  const isTime = body.type.kind === 'date' || body.type.kind === 'timestamp'
  const fold = (isTime ? TIME_FOLDS : FOLDS)[over]
  if (value !== form.variable) return `${fold} value of ${value} over every ${entries}`
  return filter === null ? `${fold} entry of ${list}` : `${fold} ${entries}`
}

function conditionInWords(condition: Checked, writer: PhraseWriter): string {
  const phrase = writer.statement(condition, 0)
  return phrase.form === 'simple' ? phrase.text : `${writer.partFor(condition)} holds`
}

/** Writes the fields of the entry that stands for each one with the name of the variable. */
function eachEntry(node: Checked, form: EntriesForm, names: Names): Checked {
  return renamed(shownTree(node), [form], names)
}

/** @param forms innermost last */
function renamed(node: Checked, forms: readonly EntriesForm[], names: Names): Checked {
  if (node.kind === 'written') return renamedForm(node, forms, names)
  if (node.kind !== 'input') return mapOperands(node, (operand) => renamed(operand, forms, names))
  const name = renamedPath(names.input(node.input).name, forms)
  if (name === null) return node
  const { type, start, end } = node
  return { kind: 'variable', variable: -1, name, type, start, end }
}

/** Null if the path leads into no entry. */
function renamedPath(path: string, forms: readonly EntriesForm[]): string | null {
  const own = forms.findLast(({ entry }) => path === entry || path.startsWith(`${entry}.`))
  if (own === undefined) return null
  return `${own.variable}${path.slice(own.entry.length)}`
}

function renamedForm(node: Written, forms: readonly EntriesForm[], names: Names): Checked {
  const { form } = node
  if (form.kind === 'shown') return renamed(form.shown, forms, names)
  const within = form.kind === 'entries' ? [...forms, form] : forms
  const replace = (part: Checked) => renamed(shownTree(part), within, names)
  return { ...node, form: mapForm(form, replace, ({ path }) => renamedPath(path, forms)) }
}
