/** Opens rulesets from text, with claims by name. Throws if the text does not compile. */
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import type { Value } from '../core/value'
import { compileProgram, type Program } from '../evaluate/program'

/** Numerals are exact. A claim that is not named is unbound. */
export type Claims = Readonly<Record<string, boolean | number | string>>

const LIBRARY = builtInLibrary()

export function openRuleset(text: string): CheckedRuleset {
  const { ruleset, diagnostics, exceeded } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset !== null) return ruleset
  throw new Error(
    `${exceeded?.budget ?? ''} ${diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n')}\n${text}`,
  )
}

export function openText(text: string): Program {
  return compileProgram(openRuleset(text))
}

export function knownByName(ruleset: CheckedRuleset, claims: Claims): (Value | null)[] {
  for (const name of Object.keys(claims))
    if (!ruleset.inputs.some((input) => input.name === name)) throw new Error(`no input is called ${name}`)
  return ruleset.inputs.map(({ name, type }) => {
    const value = claims[name]
    if (value === undefined) return null
    if (type.kind === 'boolean' && typeof value === 'boolean') return value
    if (type.kind === 'enum' && typeof value === 'string' && type.vocabulary.includes(value)) return value
    const number = parseNumeral(String(value), 100_000)
    if (type.kind === 'numeric' && isRational(number)) return number
    throw new Error(`${name} cannot be ${value}`)
  })
}
