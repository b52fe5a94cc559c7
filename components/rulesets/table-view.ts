import { REVIEW_STATES, type ReviewState } from '../../server/api/terms/review-terms'
import { LIST_ORDERS, type ListOrder } from '../../server/api/terms/ruleset-terms'

/** Filter and order of the list, as the page's URL stores them. */

export interface TableView {
  readonly search: string
  /** A level-one id, `none` for rulesets without one, or empty for all. */
  readonly domain: string
  /** Only archived rulesets instead of only listed ones. */
  readonly archived: boolean
  /** Empty for all. */
  readonly state: ReviewState | ''
  /** Id of a person whom an open review asks. Empty for all. */
  readonly reviewer: string
  readonly sort: ListOrder
  readonly descending: boolean
  /** From 1. */
  readonly page: number
}

export const FIRST_VIEW: TableView = {
  search: '',
  domain: '',
  state: '',
  reviewer: '',
  archived: false,
  sort: 'name',
  descending: false,
  page: 1,
}
export const NO_DOMAIN = 'none'
export const PAGE_ROWS = 50
const PERSON_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function viewFrom(query: Pick<URLSearchParams, 'get'>): TableView {
  const sort = query.get('sort') ?? ''
  const column = LIST_ORDERS.find((each) => each === sort.replace(/^-/, ''))
  const page = Number(query.get('page') ?? 1)
  return {
    search: query.get('q') ?? '',
    domain: query.get('domain') ?? '',
    archived: query.get('archived') === '1',
    state: REVIEW_STATES.find((state) => state === query.get('state')) ?? '',
    reviewer: PERSON_ID.exec(query.get('reviewer') ?? '')?.[0] ?? '',
    sort: column ?? FIRST_VIEW.sort,
    descending: column !== undefined && sort.startsWith('-'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the query without default values. */
export function queryOf({ search, domain, state, reviewer, archived, sort, descending, page }: TableView): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  if (domain !== '') query.set('domain', domain)
  if (state !== '') query.set('state', state)
  if (reviewer !== '') query.set('reviewer', reviewer)
  if (archived) query.set('archived', '1')
  if (sort !== FIRST_VIEW.sort || descending) query.set('sort', `${descending ? '-' : ''}${sort}`)
  if (page !== 1) query.set('page', String(page))
  return query.size === 0 ? '' : `?${query}`
}

/** Sorts by a column, or reverses the order if it is already sorted by it. */
export function sortedBy(view: TableView, column: ListOrder): TableView {
  return { ...view, page: 1, sort: column, descending: view.sort === column && !view.descending }
}
