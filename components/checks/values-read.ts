/** What was answered, in words, for the list of values that an assertion read. */
import type { ShownConversion } from '../editor/protocol'
import type { ClaimField } from '../editor/ruleset-description'
import { type ClaimLiterals, isUndetermined, literalOf, stringOf } from './claim-literals'

/** By claim; claims that are not known are left out. */
export function valuesRead(
  claims: readonly ClaimField[],
  literals: ClaimLiterals,
  conversions: Readonly<Record<string, ShownConversion>>,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const claim of claims) {
    const text = literalOf(claim, literals)
    if (isUndetermined(claim, text)) continue
    const converted = conversions[claim.name]?.converted ?? null
    values.set(claim.name, `${inWords(claim, text)}${converted === null ? '' : `, that is ${converted}`}`)
  }
  return values
}

function inWords(claim: ClaimField, text: string): string {
  if (text === 'true') return 'yes'
  if (text === 'false') return 'no'
  const string = stringOf(text)
  if (string === null) return claim.adoptedUnit === null ? text : `${text} ${claim.adoptedUnit}`
  return claim.type === 'enum' ? `“${string}”` : string
}
