/** What a signature under a ruleset can mean. Only `approved` makes an approval; `withdrawn` ends an earlier one. */
export const MEANINGS = ['approved', 'reviewed', 'changes_requested', 'withdrawn'] as const
export type Meaning = (typeof MEANINGS)[number]
