/** A malformed text is reported before an unknown symbol, so that an unknown symbol can become the ruleset's own. */
import { nearestSpelling } from './spelling'
import { SYMBOLS } from './symbol-table'
import type { Unit, UnitFactor, UnitProblem } from './unit'
import { UnitTooComplexError, unitOf } from './unit-product'
import { MAX_UNIT_CHARS, malformedUnit, readUnitText } from './unit-text'

/** @param own the ruleset's symbols */
export function readUnit(text: string, own: ReadonlySet<string>): Unit | UnitProblem {
  if (text.length > MAX_UNIT_CHARS) return readJoined(text, own)
  const answer = readJoined(text.normalize('NFC'), own)
  if (!('problem' in answer) || answer.problem !== 'malformed') return answer
  const mended = proposeMends(text).find((mend) => !('problem' in readJoined(mend.normalize('NFC'), own)))
  return mended === undefined ? answer : malformedUnit(text, mended)
}

/** Blanks (`fl oz`, `kg / m`) or a missing 1 (`/h`). */
function proposeMends(text: string): readonly string[] {
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
      return { problem: 'unknown symbol', part: symbol, nearest: offerSpelling(symbol, part === text, own) }
    factors.push({ symbol: canonical, power })
  }
  try {
    // If all symbols cancel (`kg/kg`), the text names no unit.
    return unitOf(factors) ?? malformedUnit(text)
  } catch (error) {
    if (error instanceof UnitTooComplexError) return malformedUnit(text)
    throw error
  }
}

/** A compound spelling (`mi/h` for `mph`) can only replace the whole text. */
function offerSpelling(symbol: string, alone: boolean, own: ReadonlySet<string>): string | null {
  const nearest = nearestSpelling(symbol, own)
  return nearest !== null && !alone && SYMBOLS.get(nearest) === undefined && !own.has(nearest) ? null : nearest
}
