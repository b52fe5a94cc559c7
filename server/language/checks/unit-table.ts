/**
 * The units of one ruleset: what each written unit means, and the symbols that the ruleset owns.
 *
 * Promises: a symbol that no library has becomes the ruleset's own (language.md, "Units"), so every well-formed text
 * is a unit; the same text is read once.
 */

import type { Unit, UnitProblem } from '../../units/unit'
import { isUnit, type UnitLibrary } from '../../units/unit-library'
import { type Report, replace } from '../report'
import type { Span } from '../syntax'

interface Entry {
  readonly unit: Unit | null
  /** What a person should be told where this text stands. */
  readonly problem: UnitProblem | null
}

export class UnitTable {
  /** Symbols that no library has, in the order in which they were met. */
  readonly ownSymbols = new Set<string>()
  private readonly entries = new Map<string, Entry>()

  /** @param library also relates units of own symbols: a unit is plain data, and an own symbol joins nothing */
  constructor(
    readonly library: UnitLibrary,
    private readonly report: Report,
  ) {}

  /** The unit that `text` names, or null where it names none; tells nothing. */
  find(text: string): Unit | null {
    return this.entry(text).unit
  }

  /**
   * The unit that stands at `span`, telling what is wrong with it.
   * @param write the text that stands there for a unit, for the fix
   */
  read(text: string, span: Span, write: (unit: string) => string): Unit | null {
    const { unit, problem } = this.entry(text)
    if (problem?.problem === 'malformed') this.report.add('malformed-unit', span, [problem.part])
    else if (problem !== null) {
      const { part, nearest } = problem
      const fixes = nearest === null ? [] : [replace(`Write ${nearest}`, span, write(text.replace(part, nearest)))]
      this.report.add('unknown-unit', span, [part, nearest], fixes)
    }
    return unit
  }

  private entry(text: string): Entry {
    const known = this.entries.get(text)
    if (known !== undefined) return known
    const symbols: string[] = []
    let answer = this.library.parse(text)
    let problem: UnitProblem | null = null
    // Each round knows one more symbol, and a text has fewer symbols than characters.
    while (!isUnit(answer)) {
      const { part } = answer
      if (answer.problem === 'malformed' || symbols.includes(part)) {
        problem = answer
        break
      }
      if (!this.ownSymbols.has(part)) problem ??= answer
      symbols.push(part)
      answer = this.library.withOwnSymbols(symbols).parse(text)
    }
    const unit = isUnit(answer) ? answer : null
    if (unit !== null) for (const symbol of symbols) this.ownSymbols.add(symbol)
    const entry = { unit, problem }
    this.entries.set(text, entry)
    return entry
  }
}
