/** What a unit measures, in a word. */
import { SYMBOLS } from '../../server/language/units/symbol-table'

const BY_BASES: Readonly<Record<string, string>> = {
  '': 'plain number',
  m1: 'length',
  m2: 'area',
  m3: 'volume',
  kg1: 'mass',
  s1: 'time',
  mo1: 'calendar months',
  K1: 'temperature',
  bit1: 'information',
}

/** Of a symbol of the standards; empty for any other. */
export function dimensionOf(symbol: string): string {
  const known = SYMBOLS.get(symbol)
  if (known === undefined) return ''
  if ('readings' in known.definition) return 'ambiguous word'
  const bases = [...known.reduction.dimension].map(([base, power]) => `${base}${power}`).join('.')
  return BY_BASES[bases] ?? (known.standard.name === 'currency' ? 'currency' : bases)
}
