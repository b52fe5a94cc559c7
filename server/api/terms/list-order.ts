/** Columns by which the list of rulesets is sorted. */
export const LIST_ORDERS = ['name', 'claims', 'assertions', 'revisions', 'approval', 'domain', 'changed'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]
