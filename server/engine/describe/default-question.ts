/**
 * The question that is asked about a claim.
 *
 * Promises: the author's `@ask` where there is one; else one made from name, type, unit and vocabulary (service.md,
 * "Bodies not shown"). Never empty, always one line.
 */
import type { Input } from '../../language/checked-ruleset'
import { humanise } from './english/humanise'
import { quoted } from './english/visible-text'

const MOST_MEMBERS = 12

export function questionOf(claim: Input): string {
  return claim.question ?? defaultQuestion(claim)
}

export function defaultQuestion(claim: Input): string {
  const { type } = claim
  const subject = humanise(claim.name) || claim.name
  if (type.kind === 'boolean') return `Is the following true: ${subject}?`
  if (type.kind === 'numeric') {
    const unit = claim.declaredUnit ?? claim.adoptedUnit
    return unit === null ? `What number is the ${subject}?` : `What is the ${subject}, in ${unit.text}?`
  }
  if (type.vocabulary.length > MOST_MEMBERS) return `Which value of the vocabulary is the ${subject}?`
  const members = type.vocabulary.map(quoted).join(', ')
  return type.ordered
    ? `Which of these, from lowest to highest, is the ${subject}: ${members}?`
    : `Which of these is the ${subject}: ${members}?`
}
