/** Units that convert to the declared one. */
import { unitSymbols } from '../../server/language/units/symbol-table'
import type { Unit } from '../../server/language/units/unit'
import { isUnit, type UnitLibrary } from '../../server/language/units/unit-library'

export interface UnitChoice {
  readonly text: string
  /** "international foot"; empty for a compound unit. */
  readonly about: string
}

/** Compound units convert to very many others. */
const MAX_CHOICES = 60

/** Cached, because every keystroke asks for the same units. */
export class UnitChoices {
  private readonly known = new Map<string, readonly UnitChoice[]>()
  private readonly symbols: ReturnType<typeof unitSymbols>

  constructor(private readonly library: UnitLibrary) {
    this.symbols = unitSymbols(library)
  }

  /** The unit itself comes first. */
  of(unit: Unit): readonly UnitChoice[] {
    const remembered = this.known.get(unit.text)
    if (remembered !== undefined) return remembered
    const own = { text: unit.text, about: this.about(unit.text) }
    const choices = [own, ...this.others(unit)].slice(0, MAX_CHOICES)
    if (this.known.size > 500) this.known.clear()
    this.known.set(unit.text, choices)
    return choices
  }

  private others(unit: Unit): UnitChoice[] {
    const { factors } = unit
    return factors.flatMap((factor, index) => {
      const alone = this.library.parse(factor.symbol)
      if (!isUnit(alone)) return []
      return this.symbols.flatMap(({ symbol, about }) => {
        const other = this.library.parse(symbol)
        if (!isUnit(other) || symbol === factor.symbol) return []
        if (this.library.relate(other, alone).status !== 'convertible') return []
        if (factors.length === 1 && factor.power === 1) return [{ text: other.text, about }]
        const replaced = factors.map((each, i) => (i === index ? { ...each, symbol } : each))
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
