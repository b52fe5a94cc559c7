import { CURRENCY } from './currency'
import { INFORMATION } from './information'
import { LENGTH } from './length'
import { MASS } from './mass'
import { DIMENSIONLESS, type Standard } from './standard'
import { TIME } from './time'

export const TEMPERATURE: Standard = {
  name: 'temperature',
  version: '1.0.0',
  symbols: [
    { symbol: 'K', base: true, aliases: ['kelvin', 'kelvins'], about: 'kelvin' },
    { symbol: 'degR', is: '5/9 K', aliases: ['°R', 'rankine'], about: 'degree Rankine' },
    { symbol: 'degC', of: 'K', plus: '273.15', aliases: ['°C', 'celsius'], about: 'degree Celsius' },
    { symbol: 'degF', of: 'degR', plus: '459.67', aliases: ['°F', 'fahrenheit'], about: 'degree Fahrenheit' },
  ],
}

/** The six standards of public/docs/language.md, "Units", and the dimensionless symbols. */
export const BUILT_IN_STANDARDS: readonly Standard[] = [
  LENGTH,
  MASS,
  TIME,
  TEMPERATURE,
  INFORMATION,
  CURRENCY,
  DIMENSIONLESS,
]

/** Gives each unit one familiar text: `USD/GB/mo`, `kg.m/s2`, `mg/kg/d`. Null is for a ruleset's own symbols. */
export const PRINT_ORDER: readonly (string | null)[] = [
  DIMENSIONLESS.name,
  CURRENCY.name,
  INFORMATION.name,
  null,
  MASS.name,
  LENGTH.name,
  TEMPERATURE.name,
  TIME.name,
]
