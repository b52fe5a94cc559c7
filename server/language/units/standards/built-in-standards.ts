/**
 * Which standards every library begins with, in the order in which they are listed for people.
 */
import { CURRENCY } from './currency'
import { DIMENSIONLESS } from './dimensionless'
import { INFORMATION } from './information'
import { LENGTH } from './length'
import { MASS } from './mass'
import type { Standard } from './standard'
import { TEMPERATURE } from './temperature'
import { TIME } from './time'

/** The six standards of public/docs/language.md, "Units", then the dimensionless parts that belong to every library. */
export const BUILT_IN_STANDARDS: readonly Standard[] = [
  LENGTH,
  MASS,
  TIME,
  TEMPERATURE,
  INFORMATION,
  CURRENCY,
  DIMENSIONLESS,
]

/**
 * In which order the factors of a compound unit print, so that one unit has one text that reads as people write it:
 * `USD/GB/mo`, `kg.m/s2`, `mg/kg/d`. A symbol of a ruleset's own stands where null stands.
 */
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
