import { CURRENCY } from './currency'
import { DIMENSIONLESS, TEMPERATURE } from './dimensionless'
import { INFORMATION } from './information'
import { LENGTH } from './length'
import { MASS } from './mass'
import type { Standard } from './standard'
import { TIME } from './time'

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
