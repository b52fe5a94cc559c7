/** `Sum(b in bag where b.checked, b.fee)`, and Count, Min and Max of the entries of a list (language 1.4). */
import type { Cursor, Reader } from '../cursor'
import { expectClose } from '../lists'
import { skipInList } from '../recover'
import type { Expression, Fold } from '../syntax'
import * as T from '../token'

const FOLDS: readonly Fold[] = ['Sum', 'Count', 'Min', 'Max']

/** Reads the kind of fold after the opening bracket. */
export function foldHere(p: Cursor, name: string): Fold | null {
  const isOverList = p.kind === T.NAME && p.word(1) === 'in'
  return isOverList ? (FOLDS.find((fold) => fold === name) ?? null) : null
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
