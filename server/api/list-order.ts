/** By what the list of rulesets is sorted: the columns of its page. */
export const LIST_ORDERS = ['name', 'claims', 'assertions', 'revisions', 'approval', 'domain', 'changed'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]
