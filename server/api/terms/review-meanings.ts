/** Meanings of a signature. Only `approved` approves a ruleset; `withdrawn` ends an earlier approval. */
export const MEANINGS = ['approved', 'reviewed', 'changes_requested', 'withdrawn'] as const
export type Meaning = (typeof MEANINGS)[number]
