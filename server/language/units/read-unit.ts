/**
 * Unit texts to units: the grammar of unit-text.ts with the symbols of a library.
 *
 * Promises: never throws. A malformed text is reported before an unknown symbol, and of each the first in the order of
 * writing, so that a symbol reported as unknown can become a ruleset's own symbol.
 */
import { nearestSpelling } from './spelling'
import { SYMBOLS } from './symbol-table'
import type { Unit, UnitFactor, UnitProblem } from './unit'
import { UnitTooComplex, unitOf } from './unit-product'
import { MAX_UNIT_CHARS, malformed, readUnitText } from './unit-text'

/** @param own symbols of the ruleset's own */
export function readUnit(text: string, own: ReadonlySet<string>): Unit | UnitProblem {
  if (text.length > MAX_UNIT_CHARS) return readJoined(text, own)
  const answer = readJoined(text.normalize('NFC'), own)
  if (!('problem' in answer) || answer.problem !== 'malformed') return answer
  const mended = mends(text).find((mend) => !('problem' in readJoined(mend.normalize('NFC'), own)))
  return mended === undefined ? answer : malformed(text, mended)
}

/** What a malformed text may have meant: blanks inside (`fl oz`, `kg / m`), a reciprocal with no 1 (`/h`). */
function mends(text: string): readonly string[] {
  if (/\s/.test(text)) return [text.trim().replace(/\s+/g, '_'), text.replace(/\s+/g, '')]
  return text.startsWith('/') ? [`1${text}`] : []
}

function readJoined(text: string, own: ReadonlySet<string>): Unit | UnitProblem {
  const written = readUnitText(text)
  if ('problem' in written) return written
  const factors: UnitFactor[] = []
  for (const { symbol, power, written: part } of written) {
    const canonical = SYMBOLS.get(symbol)?.symbol ?? (own.has(symbol) ? symbol : null)
    if (canonical === null)
      return { problem: 'unknown symbol', part: symbol, nearest: offer(symbol, part === text, own) }
    factors.push({ symbol: canonical, power })
  }
  try {
    // A unit whose symbols all cancel (`kg/kg`) is a bare number, and names no unit.
    return unitOf(factors) ?? malformed(text)
  } catch (error) {
    if (error instanceof UnitTooComplex) return malformed(text)
    throw error
  }
}

/** The nearest spelling; one that is itself compound (`mi/h` for `mph`) only where the symbol stands alone. */
function offer(symbol: string, alone: boolean, own: ReadonlySet<string>): string | null {
  const nearest = nearestSpelling(symbol, own)
  return nearest !== null && !alone && SYMBOLS.get(nearest) === undefined && !own.has(nearest) ? null : nearest
}
