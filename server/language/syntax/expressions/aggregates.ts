/** `Sum(b in bag where b.checked, b.fee)`, and Count, Min and Max of the entries of a list (language 1.4). */
import { IDIOMS, idiomOf } from '../../messages/idioms'
import { replaceFix } from '../../messages/report'
import type { Cursor, Reader } from '../cursor'
import { expectClose } from '../lists'
import { skipInList } from '../recover'
import type { Expression, Fold } from '../syntax'
import * as T from '../token'
import { isQuantifier } from '../words'

const FOLDS: readonly Fold[] = ['Sum', 'Count', 'Min', 'Max']

/** True at `Average(d in driver`, from its first word. */
export function isOverList(p: Cursor): boolean {
  return p.words.version === '1.4' && p.ahead(1) === T.OPEN_ROUND && p.ahead(2) === T.NAME && p.word(3) === 'in'
}

/** By lower-case name. */
const FOLDS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...['any', 'anyof', 'some', 'exist'].map((word) => [word, 'Exists'] as const),
  ...['all', 'allof', 'every', 'each', 'foreach'].map((word) => [word, 'ForAll'] as const),
  ...['sum', 'total', 'add', 'sumof', 'sumif', 'sumifs'].map((word) => [word, 'Sum'] as const),
  ...['count', 'countif', 'counta', 'countifs', 'number'].map((word) => [word, 'Count'] as const),
])

/** The function of the language for a function of another one, or for a misspelt one; null for others. */
function meantFold(p: Cursor, name: string): string | null {
  const { callable } = p.words
  const known = FOLDS_ELSEWHERE.get(name.toLowerCase()) ?? newerFold(name)
  return (
    known ??
    p.speller.nearest(
      name,
      [...callable].filter((word) => isFold(word) || isQuantifier(word)),
    )
  )
}

function newerFold(name: string): string | null {
  const idiom = idiomOf('function', name)
  const newer = idiom === null ? undefined : IDIOMS[idiom].newer
  return newer !== undefined && isFold(newer) ? newer : null
}

function isFold(name: string): boolean {
  return FOLDS.some((fold) => fold === name)
}

interface FoldReaders {
  readonly expression: Reader
  readonly callable: (p: Cursor, name: string) => Expression
}

/** `Any(d in driver, d.age < 18)`: a function of another language over a list or, with a quantifier, over a set. */
export function parseForeignFold(p: Cursor, name: string, read: FoldReaders): Expression {
  const { start, span } = p
  if (idiomOf('function', name) === 'average') return parseAverage(p, read.expression)
  const meant = meantFold(p, name)
  if (meant === null) {
    p.report.add('unknown-function', span, [name, null, null])
    p.take()
    p.take()
    p.lost = true
    parseAggregate(p, 'Sum', start, read.expression)
    return p.broken(start)
  }
  p.report.add('unknown-function', span, [name, meant, null], [replaceFix(`Write ${meant}`, span, meant)])
  return read.callable(p, meant)
}

/** `Average(d in driver, d.age)` of other languages: the sum divided by the number of entries. */
function parseAverage(p: Cursor, read: Reader): Expression {
  const { start, span } = p
  const isDivisor = p.tokens.kinds[p.index - 1] === T.OVER || p.tokens.kinds[p.index - 1] === T.PERCENT
  const name = p.slice()
  p.take()
  p.take()
  const sum = parseAggregate(p, 'Sum', start, read)
  if (sum.kind !== 'aggregate') {
    p.report.add('unknown-function', span, [name, null, averageAdvice(null)])
    return sum
  }
  const { set, filter, variable, end } = sum
  const listed = p.text.slice(set.start, set.end)
  const count =
    filter === null
      ? `Count(${listed})`
      : `Count(${variable.name} in ${listed}, ${p.text.slice(filter.start, filter.end)})`
  const quotient = `Sum${p.text.slice(span.end, end)} / ${count}`
  const right = isDivisor ? `(${quotient})` : quotient
  const at = { start, end }
  const advice = averageAdvice([p.text.slice(start, end), quotient])
  p.report.add('unknown-function', span, [name, null, advice], [replaceFix(`Write ${quotient}`, at, right)])
  if (!p.rise(p.height + 1)) return p.broken(start)
  const counted: Expression =
    filter === null
      ? { kind: 'call', callee: 'Count', operands: [set], ...at }
      : { ...sum, fold: 'Count', filter: null, body: filter }
  return { kind: 'arithmetic', operator: '/', left: sum, right: counted, ...at }
}

const MAX_SHOWN_CHARS = 120

const AVERAGE = ['Average(d in driver, d.age)', 'Sum(d in driver, d.age) / Count(driver)'] as const

/** @param own what the author wrote, and what to write */
export function averageAdvice(own: readonly [foreign: string, here: string] | null): string {
  const shown = own === null || own[0].length > MAX_SHOWN_CHARS ? AVERAGE : own
  const foreign = shown[0].replace(/\s+/g, ' ')
  const here = shown[1].replace(/\s+/g, ' ')
  return `The average of a list is its sum divided by the number of its entries: for ${foreign} write ${here}.`
}

/** After the opening bracket. */
export function foldHere(p: Cursor, name: string): Fold | null {
  const hasVariable = p.kind === T.NAME && p.word(1) === 'in'
  return hasVariable ? (FOLDS.find((fold) => fold === name) ?? null) : null
}

export function parseAggregate(p: Cursor, fold: Fold, start: number, read: Reader): Expression {
  p.lists++
  const node = readAggregate(p, fold, start, read)
  p.lists--
  return node
}

function readAggregate(p: Cursor, fold: Fold, start: number, read: Reader): Expression {
  const variable = { name: p.slice(), ...p.span }
  if (p.words.reserved.has(variable.name)) p.report.add('reserved-name', p.span, [variable.name])
  p.take()
  p.take()
  const set = read(p)
  let { height } = p
  let filter: Expression | null = null
  if (p.word() === 'where' && !p.panic) {
    p.take()
    filter = read(p)
    height = Math.max(height, p.height)
  }
  if (p.aborted) return p.broken(start)
  if (!p.panic && p.kind !== T.COMMA) p.fail('aggregate-form', p.span, [fold])
  if (p.panic && !skipInList(p, T.CLOSE_ROUND)) return p.broken(start)
  const comma = p.span
  if (!p.accept(T.COMMA)) {
    expectClose(p, T.CLOSE_ROUND, `${fold}(`)
    return p.broken(start)
  }
  let body = read(p)
  height = Math.max(height, p.height)
  if (p.kind === T.COMMA && filter === null && fold !== 'Count' && !p.panic) {
    // `Sum(d in driver, d.age > 3, d.fee)`: the condition comes first, as in SUMIF.
    p.report.add('aggregate-form', comma, [fold], [replaceFix('Write where', comma, ' where')])
    p.take()
    filter = body
    body = read(p)
    height = Math.max(height, p.height)
  }
  if (!expectClose(p, T.CLOSE_ROUND, `${fold}(`) || !p.rise(height + 1)) return p.broken(start)
  return { kind: 'aggregate', fold, variable, set, filter, body, start, end: p.before }
}
