/** Columns that the list of rulesets can be sorted by. */
export const LIST_ORDERS = ['name', 'claims', 'assertions', 'revisions', 'approval', 'domain', 'changed'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]
