/**
 * Symbols that no library has become the ruleset's own (public/docs/language.md, "Units"), so every well-formed text is
 * a unit.
 */

import { type Report, replaceFix } from '../../messages/report'
import type { Span } from '../../text/line-index'
import type { Speller } from '../../text/nearest'
import type { Unit } from '../../units/unit'
import { isUnit, type UnitLibrary } from '../../units/unit-library'

interface Entry {
  readonly unit: Unit | null
  readonly malformed: string | null
  /** With the nearest known spelling. */
  readonly unknown: readonly { readonly symbol: string; readonly nearest: string | null }[]
}

export class UnitTable {
  readonly ownSymbols = new Set<string>()
  private readonly entries = new Map<string, Entry>()
  /** Symbols of an `@unit` are intended and not reported. */
  private readonly declared = new Set<string>()

  /** @param library also relates own symbols, which join nothing */
  constructor(
    readonly library: UnitLibrary,
    private readonly report: Report,
    private readonly speller: Speller,
  ) {}

  /** Reports nothing. */
  find(text: string): Unit | null {
    return this.entry(text).unit
  }

  /** Every unit read so far. */
  known(): readonly Unit[] {
    const units = new Map<string, Unit>()
    for (const { unit } of this.entries.values()) if (unit !== null) units.set(unit.text, unit)
    return [...units.values()]
  }

  /** Its symbols are known afterwards. */
  declare(text: string, span: Span): Unit | null {
    const unit = this.read(text, span, (written) => written)
    for (const { symbol } of this.entry(text).unknown) this.declared.add(symbol)
    return unit
  }

  /** @param write writes a unit for the fix */
  read(text: string, span: Span, write: (unit: string) => string): Unit | null {
    const { unit, malformed, unknown } = this.entry(text)
    if (malformed !== null) this.report.add('malformed-unit', span, [malformed])
    for (const { symbol, nearest } of unknown) {
      if (malformed !== null || this.declared.has(symbol)) continue
      const meant = this.speller.nearest(symbol, this.declared) ?? nearest
      const right = meant === null ? null : write(text.replace(symbol, meant))
      const fixes = right === null ? [] : [replaceFix(`Write ${right}`, span, right)]
      this.report.add('unknown-unit', span, [symbol, meant], fixes)
    }
    return unit
  }

  private entry(text: string): Entry {
    const known = this.entries.get(text)
    if (known !== undefined) return known
    const unknown: { symbol: string; nearest: string | null }[] = []
    let malformed: string | null = null
    let answer = this.library.parse(text)
    // Ends: each round knows one more symbol.
    while (!isUnit(answer)) {
      const { part, nearest } = answer
      if (answer.problem === 'malformed' || unknown.some(({ symbol }) => symbol === part)) {
        malformed = part
        break
      }
      unknown.push({ symbol: part, nearest })
      answer = this.library.withOwnSymbols(unknown.map(({ symbol }) => symbol)).parse(text)
    }
    const unit = isUnit(answer) ? answer : null
    if (unit !== null) for (const { symbol } of unknown) this.ownSymbols.add(symbol)
    const entry = { unit, malformed, unknown }
    this.entries.set(text, entry)
    return entry
  }
}
