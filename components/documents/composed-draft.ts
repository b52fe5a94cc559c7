import { CITING_VERSION } from '../../server/language/service/rule-from-clause'
import type { DraftedClause } from './document-data'

export type Proposed = Extract<DraftedClause, { kind: 'proposed' }>

export type Decision = 'open' | 'accepted' | 'dropped'

export interface Proposal {
  readonly drafted: Proposed
  readonly decision: Decision
  /** The author's own text instead of the proposed rules; null for no change. */
  readonly changed: string | null
}

/** The proposed text below the claims: the rules, or the author's text. */
export function rulesText({ drafted, changed }: Proposal): string {
  return changed ?? drafted.rules.map(({ text }) => text).join('\n\n')
}

/**
 * The text with these proposals. Claims come from the proposal that first needed them, even if it is not among these,
 * because a later one may ask for the same fact.
 * @param base the text before; empty for a new ruleset
 */
export function composeDraft(base: string, all: readonly Proposal[], isKept: (proposal: Proposal) => boolean): string {
  const kept = all.filter(isKept)
  const needed = new Set(kept.flatMap(({ drafted }) => drafted.reusedClaims))
  const written = all.flatMap((proposal) => {
    const { newClaims } = proposal.drafted
    if (kept.includes(proposal)) return [...newClaims.map(({ text }) => text), rulesText(proposal)]
    return newClaims.filter(({ name }) => needed.has(name)).map(({ text }) => text)
  })
  if (written.length === 0) return base
  const begun = base.trim() === '' ? `version ${CITING_VERSION};` : base.trimEnd()
  return `${[begun, ...written.filter((part) => part.trim() !== '')].join('\n\n')}\n`
}
