/** The units in which a person may give a value: those that convert to the declared one, by the built-in standards. */
import type { Unit } from '../../server/language/units/unit'
import { isUnit, type UnitLibrary } from '../../server/language/units/unit-library'
import { unitSymbols } from '../../server/language/units/unit-symbols'

export interface UnitChoice {
  readonly text: string
  /** What the symbol is, such as "international foot"; empty for a compound unit. */
  readonly about: string
}

/** Compound units have very many equals; a picker with more is of no use. */
const MOST = 60

/** Answers are remembered, since the same few units are asked for after every keystroke. */
export class UnitChoices {
  private readonly known = new Map<string, readonly UnitChoice[]>()
  private readonly symbols: ReturnType<typeof unitSymbols>

  constructor(private readonly library: UnitLibrary) {
    this.symbols = unitSymbols(library)
  }

  /** The unit itself first, then the others in the order of their standards. */
  of(unit: Unit): readonly UnitChoice[] {
    const remembered = this.known.get(unit.text)
    if (remembered !== undefined) return remembered
    const own = { text: unit.text, about: this.about(unit.text) }
    const found = [own, ...this.others(unit)].slice(0, MOST)
    if (this.known.size > 500) this.known.clear()
    this.known.set(unit.text, found)
    return found
  }

  private others(unit: Unit): UnitChoice[] {
    const { factors } = unit
    return factors.flatMap((factor, place) => {
      const alone = this.library.parse(factor.symbol)
      if (!isUnit(alone)) return []
      return this.symbols.flatMap(({ symbol, about }) => {
        const other = this.library.parse(symbol)
        if (!isUnit(other) || symbol === factor.symbol) return []
        if (this.library.relate(other, alone).status !== 'convertible') return []
        if (factors.length === 1 && factor.power === 1) return [{ text: other.text, about }]
        const replaced = factors.map((each, i) => (i === place ? { ...each, symbol } : each))
        const whole = this.library.parse(unitText(replaced))
        return isUnit(whole) && this.library.relate(whole, unit).status === 'convertible'
          ? [{ text: whole.text, about: '' }]
          : []
      })
    })
  }

  private about(text: string): string {
    return this.symbols.find(({ symbol }) => symbol === text)?.about ?? ''
  }
}

function unitText(factors: Unit['factors']): string {
  const part = ({ symbol, power }: Unit['factors'][number]) =>
    Math.abs(power) === 1 ? symbol : `${symbol}${Math.abs(power)}`
  const above = factors.filter(({ power }) => power > 0).map(part)
  const below = factors.filter(({ power }) => power < 0).map(part)
  return [above.join('.') || '1', ...below].join('/')
}
