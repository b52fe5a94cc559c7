/** Which rulesets are shown and in which order. The address of the page holds it. */
import type { ApprovalState, RulesetRow } from './ruleset-data'

export const COLUMNS = ['name', 'claims', 'assertions', 'revisions', 'approval', 'domain', 'changed'] as const
export type Column = (typeof COLUMNS)[number]

export interface TableView {
  readonly search: string
  /** A level-one id, `none` for those without one, or empty for all. */
  readonly domain: string
  readonly sort: Column
  readonly descending: boolean
  /** From 1. */
  readonly page: number
}

export const FIRST_VIEW: TableView = { search: '', domain: '', sort: 'name', descending: false, page: 1 }
export const NO_DOMAIN = 'none'
export const PAGE_ROWS = 50

export function viewFrom(query: Pick<URLSearchParams, 'get'>): TableView {
  const sort = query.get('sort') ?? ''
  const column = COLUMNS.find((each) => each === sort.replace(/^-/, ''))
  const page = Number(query.get('page') ?? 1)
  return {
    search: query.get('q') ?? '',
    domain: query.get('domain') ?? '',
    sort: column ?? FIRST_VIEW.sort,
    descending: column !== undefined && sort.startsWith('-'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The query of the address, without what goes without saying; empty for the first view. */
export function queryOf({ search, domain, sort, descending, page }: TableView): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  if (domain !== '') query.set('domain', domain)
  if (sort !== FIRST_VIEW.sort || descending) query.set('sort', `${descending ? '-' : ''}${sort}`)
  if (page !== 1) query.set('page', String(page))
  return query.size === 0 ? '' : `?${query}`
}

/** Rulesets that wait for an action come first. */
const APPROVAL_ORDER: readonly ApprovalState[] = ['changes_requested', 'not_counted', 'none', 'unsigned', 'approved']

/** A click on a column: sorted by it, and the other way round where it was already. */
export function sortedBy(view: TableView, column: Column): TableView {
  return { ...view, page: 1, sort: column, descending: view.sort === column && !view.descending }
}

export function matching(rows: readonly RulesetRow[], { search, domain }: TableView): RulesetRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (domain !== '' && (row.domain ?? NO_DOMAIN) !== domain) return false
    const searched = `${row.name} ${row.summary} ${row.hash} ${row.words}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** Rows without a value stand last whichever way it goes; equal ones by name. */
export function ordered(rows: readonly RulesetRow[], { sort, descending }: TableView): RulesetRow[] {
  const way = descending ? -1 : 1
  return [...rows].sort((a, b) => {
    const [x, y] = [cellValue(a, sort), cellValue(b, sort)]
    if (x === y || (x === null && y === null)) return byText(a.name, b.name)
    if (x === null) return 1
    if (y === null) return -1
    return way * (typeof x === 'number' && typeof y === 'number' ? x - y : byText(String(x), String(y)))
  })
}

const collator = new Intl.Collator('en', { numeric: true })

function byText(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1)
}

function cellValue(row: RulesetRow, column: Column): string | number | null {
  switch (column) {
    case 'name':
      return row.name
    case 'claims':
      return row.claims
    case 'assertions':
      return row.assertions
    case 'revisions':
      return row.revisions
    case 'approval':
      return APPROVAL_ORDER.indexOf(row.approval)
    case 'domain':
      return row.domain
    case 'changed':
      return row.savedAt
  }
}
