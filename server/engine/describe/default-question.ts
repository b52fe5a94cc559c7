/**
 * The question that is asked about a claim.
 *
 * Promises: the author's `@ask` where there is one; else one made from name, type, unit and vocabulary (service.md,
 * "Bodies not shown"). Never empty, always one line.
 */
import type { Input } from '../../language/checked-ruleset'
import { capitalised, humanise } from './english/humanise'
import { quoted } from './english/visible-text'

const MOST_MEMBERS = 12

export function questionOf(claim: Input): string {
  return claim.question ?? defaultQuestion(claim)
}

export function defaultQuestion(claim: Input): string {
  const { type } = claim
  const subject = capitalised(humanise(claim.name) || claim.name)
  if (type.kind === 'boolean') return `${subject}: is this true?`
  if (type.kind === 'numeric') {
    const unit = claim.declaredUnit ?? claim.adoptedUnit
    return unit === null ? `${subject}: what is the number?` : `${subject}: what is the value, in ${unit.text}?`
  }
  if (type.vocabulary.length > MOST_MEMBERS) return `${subject}: which value of the vocabulary?`
  const members = type.vocabulary.map(quoted).join(', ')
  return type.ordered
    ? `${subject}: which of these, from lowest to highest: ${members}?`
    : `${subject}: which of these: ${members}?`
}
