import { describe, expect, it } from 'vitest'
import { VERSIONS } from '../../api/terms/versions'
import { BUILT_IN_STANDARDS } from '../../language/units/standards/built-in-standards'
import { describeBuiltInStandards } from './list-units'

/**
 * Versions of the standards for each version of the engine. A new built-in unit can change a stored ruleset that uses
 * its word, so a released standard needs a new engine version to change. A row of a release is never changed.
 */
const STANDARDS_OF_ENGINES: Readonly<Record<string, string>> = {
  '0.2.0+z3-5.2.0':
    'length 1.0.0, mass 1.0.0, time 1.0.0, temperature 1.0.0, information 1.0.0, currency 1.0.0, dimensionless 1.0.0',
  '0.3.0+z3-5.2.0':
    'length 1.0.0, mass 1.0.0, time 1.0.0, temperature 1.0.0, information 1.0.0, currency 1.0.0, dimensionless 1.0.0',
  '0.4.0+z3-5.2.0':
    'length 1.0.0, mass 1.0.0, time 1.0.0, temperature 1.0.0, information 1.0.0, currency 1.0.0, dimensionless 1.0.0',
}

describe('the list of units', () => {
  it('has standards whose versions are recorded for this version of the engine', () => {
    const versions = BUILT_IN_STANDARDS.map(({ name, version }) => `${name} ${version}`).join(', ')
    expect(versions, 'a standard changed: see STANDARDS_OF_ENGINES in this file').toBe(
      STANDARDS_OF_ENGINES[VERSIONS.engine_version],
    )
  })

  it('names each standard with its version', () => {
    const standards = JSON.parse(describeBuiltInStandards()) as readonly {
      readonly name: string
      readonly version: string
    }[]
    expect(standards.map(({ name, version }) => `${name} ${version}`)).toEqual(
      BUILT_IN_STANDARDS.map(({ name, version }) => `${name} ${version}`),
    )
  })
})
