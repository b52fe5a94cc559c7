import { mergeTexts } from './merge-texts'

export type AppliedSuggestion =
  | { readonly kind: 'applied'; readonly text: string }
  /** The text has it already. */
  | { readonly kind: 'contained' }
  /** The text has changed in the same lines. */
  | { readonly kind: 'unfit' }

export interface SuggestedText {
  /** The revision that the suggestion was made on. */
  readonly base: string
  readonly suggested: string
}

/** @param text the author's draft */
export function applyToDraft(text: string, { base, suggested }: SuggestedText): AppliedSuggestion {
  const { text: merged, conflicts } = mergeTexts(base, text, suggested, 'suggestion')
  if (conflicts.length > 0) return { kind: 'unfit' }
  return merged === text ? { kind: 'contained' } : { kind: 'applied', text: merged }
}
