import { Choice, Field, TextEntry } from '../../ui/controls'
import type { Project } from './target-data'

interface TargetSearch {
  readonly words: string
  /** Empty for all projects. */
  readonly projectId: string
}

export const EVERYTHING: TargetSearch = { words: '', projectId: '' }

/**
 * Returns the targets with every word, sorted by name.
 * @param searchText returns the text of a target to search
 */
export function matchingTargets<T extends { readonly name: string; readonly projectId: string }>(
  targets: readonly T[],
  { words, projectId }: TargetSearch,
  searchText: (target: T) => string,
): T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return targets
    .filter((target) => {
      if (projectId !== '' && target.projectId !== projectId) return false
      const text = searchText(target).toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .sort((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator('en', { numeric: true })

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
