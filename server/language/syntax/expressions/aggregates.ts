/** `Sum(b in bag where b.checked, b.fee)`, and Count, Min and Max of the entries of a list (language 1.4). */
import { replaceFix } from '../../messages/report'
import type { Cursor, Reader } from '../cursor'
import { expectClose } from '../lists'
import { skipInList } from '../recover'
import type { Expression, Fold } from '../syntax'
import * as T from '../token'

const FOLDS: readonly Fold[] = ['Sum', 'Count', 'Min', 'Max']

/** True at `Average(d in driver`, from its first word. */
export function isOverList(p: Cursor): boolean {
  return p.words.version === '1.4' && p.ahead(2) === T.NAME && p.word(3) === 'in'
}

/** `Average(d in driver, d.age)` of other languages: the sum divided by the number of entries. */
export function parseAverage(p: Cursor, read: Reader): Expression {
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

function averageAdvice(own: readonly [foreign: string, here: string] | null): string {
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
  if (!p.accept(T.COMMA)) {
    expectClose(p, T.CLOSE_ROUND, `${fold}(`)
    return p.broken(start)
  }
  const body = read(p)
  height = Math.max(height, p.height)
  if (!expectClose(p, T.CLOSE_ROUND, `${fold}(`) || !p.rise(height + 1)) return p.broken(start)
  return { kind: 'aggregate', fold, variable, set, filter, body, start, end: p.before }
}
