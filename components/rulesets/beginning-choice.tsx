import { useRouter } from 'next/navigation'
import type { ExampleTitle } from '../checks/examples'
import { NEW_RULESET_PATH } from '../ui/ruleset-path'

/** What a new ruleset begins with. What was typed until then stays in this browser and is offered again. */
export function BeginningChoice(props: { readonly chosen: string | null; readonly examples: readonly ExampleTitle[] }) {
  const { chosen, examples } = props
  const { push } = useRouter()
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-ink-soft">
      <span className="shrink-0">Begin with</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) =>
          push(target.value === '' ? NEW_RULESET_PATH : `${NEW_RULESET_PATH}?example=${target.value}`)
        }
        className="h-8 max-w-72 min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 text-sm text-ink"
      >
        <option value="">a short text</option>
        {examples.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
