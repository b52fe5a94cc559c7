import { useState } from 'react'
import { Choice, Field, TextEntry } from '../ui/field'
import { domainTitle } from './domain-title'
import type { RulesetRow } from './ruleset-data'
import { NO_DOMAIN, type TableView } from './table-view'

/** What is looked for. */
export function RulesetFilters(props: {
  readonly rows: readonly RulesetRow[]
  readonly view: TableView
  readonly onView: (view: TableView) => void
}) {
  const { rows, view, onView } = props
  // The address follows a moment later: what is typed is shown at once.
  const [search, setSearch] = useState(view.search)
  const domains = [...new Set(rows.flatMap(({ domain }) => domain ?? []))].sort()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Search" className="min-w-48 flex-1 sm:max-w-80">
        {(bound) => (
          <TextEntry
            {...bound}
            type="search"
            value={search}
            placeholder="Name, rule, claim or hash"
            onChange={({ target }) => {
              setSearch(target.value)
              onView({ ...view, search: target.value, page: 1 })
            }}
          />
        )}
      </Field>
      {(domains.length > 0 || view.domain !== '') && (
        <Field label="Domain" className="w-56">
          {(bound) => (
            <Choice
              {...bound}
              value={view.domain}
              onChange={({ target }) => onView({ ...view, domain: target.value, page: 1 })}
            >
              <option value="">All</option>
              {[
                ...new Set([...domains, ...(view.domain === '' || view.domain === NO_DOMAIN ? [] : [view.domain])]),
              ].map((domain) => (
                <option key={domain} value={domain}>
                  {domainTitle(domain)}
                </option>
              ))}
              <option value={NO_DOMAIN}>Without one</option>
            </Choice>
          )}
        </Field>
      )}
    </div>
  )
}
