import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Example, type ExampleTitle, fetchExample } from '../checks/examples'

/** The real policies to begin with. */
export function ExamplePicker(props: {
  readonly examples: readonly ExampleTitle[]
  readonly chosen: string | null
  readonly onPick: (example: Example) => void
}) {
  const { examples, chosen, onPick } = props
  const queries = useQueryClient()
  const [trouble, setTrouble] = useState(false)
  const pick = (slug: string) => {
    setTrouble(false)
    queries
      .fetchQuery({
        queryKey: ['example', slug],
        queryFn: () => fetchExample(slug),
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      })
      .then(onPick, () => setTrouble(true))
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 sm:flex-initial">
      <label htmlFor="example" className="sr-only shrink-0 text-sm text-ink-soft sm:not-sr-only">
        Policy
      </label>
      <select
        id="example"
        value={chosen ?? ''}
        onChange={(event) => pick(event.target.value)}
        className="h-8 w-full max-w-80 min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 text-sm font-medium"
      >
        {chosen === null && <option value="">Your own</option>}
        {examples.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </select>
      {trouble && (
        <span role="alert" className="text-sm text-false">
          It could not be loaded. Pick it again.
        </span>
      )}
    </div>
  )
}
