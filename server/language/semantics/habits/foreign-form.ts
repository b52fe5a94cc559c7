/**
 * Reports foreign functions and operators with a rewrite of the author's text. Operands are checked first, so that the
 * rewrite fits their units. It is a fix only if it equals the form in the language that the fix names.
 */

import type { Fix } from '../../messages/diagnostic'
import { IDIOMS, type IdiomId, wayOut } from '../../messages/idioms'
import { adviceOfNewerFunction } from '../../messages/newer-functions'
import { replaceFix } from '../../messages/report'
import type { ForeignForm } from '../../syntax/cursor'
import { averageAdvice } from '../../syntax/expressions/aggregates'
import type { Expression } from '../../syntax/syntax'
import { wordsOf } from '../../syntax/words'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { fieldOfList } from '../paths'
import { asksPresence, isGroup, reportPresence, reportReplacement } from './asks-presence'
import { rewriteForm } from './rewrite-form'
import type { Rewrites } from './rewrite-operand'
import { type Operand, operandOf } from './rewrite-operand'

export function checkForeignForm(c: Checking, node: Expression): null {
  const form = c.parsed.foreignForms.get(node)
  if (form === undefined || c.reportedForms.has(form)) return null
  c.reportedForms.add(form)
  const { errorCount } = c.report
  const presence = asksPresence(form)
  const [only] = form.operands
  if (presence !== null && form.operands.length === 1 && isGroup(c, only!)) {
    reportPresence(c, form.at, form, only!, presence)
    return null
  }
  if (form.idiom === 'average' && reportFieldAverage(c, form)) return null
  const checked = form.operands.map((operand) => c.check(operand))
  if (presence !== null && form.operands.length === 1) {
    reportPresence(c, form.at, form, form.operands[0]!, presence)
    return null
  }
  if (form.idiom === 'coalesce' && reportReplacement(c, form)) return null
  const sound = c.report.errorCount === errorCount && !form.operands.some(({ kind }) => kind === 'broken')
  const rewrites = sound ? rewriteOf(c, form, checked) : null
  reportForm(c, form, rewrites)
  return null
}

/** `Avg(driver.age)`, meant for every entry. */
function reportFieldAverage(c: Checking, form: ForeignForm): boolean {
  const [only] = form.operands
  const meant = only === undefined || form.operands.length > 1 ? null : fieldOfList(c, only)
  if (meant === null) return false
  const variable = ['x', 'e', 'entry'].find((name) => !c.knows(name)) ?? 'each_entry'
  const right = `Sum(${variable} in ${meant.list}, ${variable}.${meant.field}) / Count(${meant.list})`
  const advice = averageAdvice([c.text.slice(form.start, form.end), right])
  c.report.add(
    'unknown-function',
    form.at,
    [form.name, null, advice],
    [replaceFix(`Write ${right}`, form, `(${right})`)],
  )
  return true
}

/** Reports the forms of statements that could not be checked. */
export function reportLeftForms(c: Checking): void {
  for (const form of c.parsed.foreignForms.values()) {
    if (c.reportedForms.has(form)) continue
    c.reportedForms.add(form)
    reportForm(c, form, null)
  }
}

function rewriteOf(c: Checking, form: ForeignForm, checked: readonly (Checked | null)[]): Rewrites | null {
  const operands: Operand[] = []
  for (const [i, node] of form.operands.entries()) {
    const value = checked[i] ?? null
    if (value === null) return null
    operands.push(operandOf(c.text, node, value))
  }
  return rewriteForm(form, operands)
}

function reportForm(c: Checking, form: ForeignForm, rewrites: Rewrites | null): void {
  const options = rewrites?.options ?? []
  const fixes: Fix[] = options
    .filter(({ certain }) => certain !== false)
    .map(({ text, title }) => replaceFix(title ?? `Write ${shortenText(withoutBrackets(text))}`, form, text))
  const { version } = wordsOf(c.parsed.ruleset.version?.text)
  const newer = version === '1.4' && form.isCall ? adviceOfNewerFunction(form.name) : null
  const advice = newer ?? (rewrites === null ? wayOut(form.idiom) : ownAdvice(c, form, rewrites))
  if (form.isCall) c.report.add('unknown-function', form.at, [form.name, null, advice], fixes)
  else c.report.add('foreign-form', form.at, [signOf(c, form), advice], fixes)
}

/** The operator in messages. */
function signOf(c: Checking, { idiom, name, at }: ForeignForm): string {
  return idiom === 'between' ? c.text.slice(at.start, at.end) : name
}

/** Quotes the author's text, or gives general advice if it is too long. */
function ownAdvice(c: Checking, form: ForeignForm, rewrites: Rewrites): string {
  const { options } = rewrites
  const says = rewrites.says ?? IDIOMS[form.idiom].reason
  const before = says === undefined ? '' : `${says} `
  if (options.length === 0) return says ?? wayOut(form.idiom)
  const own = c.text.slice(form.start, form.end).replace(/\s+/g, ' ')
  const sentences = options.map(
    ({ text, note }) => `${note === undefined ? '' : `${note} `}For ${own} write ${withoutBrackets(text)}.`,
  )
  return own.length > MAX_SHOWN_CHARS ? `${before}${wayOut(form.idiom as IdiomId)}` : `${before}${sentences.join(' ')}`
}

/** Maximum characters of quoted text. */
const MAX_SHOWN_CHARS = 80

function shortenText(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}...` : text
}

/** Removes brackets around the entire text. */
function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  for (let i = 0; i < text.length - 1; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return text
  }
  return text.slice(1, -1)
}
