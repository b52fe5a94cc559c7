import { Choice, Field, TextEntry } from '../ui/field'
import type { TargetSearch } from './found-targets'
import type { Project } from './target-data'

/** What is looked for in a list of guardrails or applications. */
export function TargetFilters(props: {
  readonly search: TargetSearch
  readonly projects: readonly Project[]
  readonly placeholder: string
  readonly onSearch: (search: TargetSearch) => void
}) {
  const { search, projects, placeholder, onSearch } = props
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Search" className="min-w-48 flex-1 sm:max-w-80">
        {(bound) => (
          <TextEntry
            {...bound}
            type="search"
            value={search.words}
            placeholder={placeholder}
            onChange={({ target }) => onSearch({ ...search, words: target.value })}
          />
        )}
      </Field>
      <Field label="Project" className="w-56">
        {(bound) => (
          <Choice
            {...bound}
            value={search.projectId}
            onChange={({ target }) => onSearch({ ...search, projectId: target.value })}
          >
            <option value="">All</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
        )}
      </Field>
    </div>
  )
}
