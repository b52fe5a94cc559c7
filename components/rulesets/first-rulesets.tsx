import Link from 'next/link'
import { EmptyState } from '../ui/empty-state'
import { NEW_RULESET_PATH } from '../ui/ruleset-path'
import { useMay } from '../ui/viewer'

/** A real policy to begin with. */
export interface ExampleOffer {
  readonly slug: string
  readonly title: string
  readonly summary: string
}

/** A namespace without a ruleset: examples to whoever may save one, and to others who may. */
export function FirstRulesets({ examples }: { readonly examples: readonly ExampleOffer[] }) {
  const maySave = useMay('save')
  if (!maySave)
    return (
      <EmptyState title="No ruleset here yet">
        <p>
          Members with the role author add rulesets. Once there is one you can read it here, try it on claims and sign
          it. To write one yourself, ask an administrator for that role.
        </p>
      </EmptyState>
    )
  return (
    <>
      <EmptyState title="No ruleset here yet">
        <p>
          Start from one of these real policies, whose text you can change before anything is saved, or{' '}
          <Link href={NEW_RULESET_PATH} className="text-accent underline">
            from a short text
          </Link>
          .
        </p>
      </EmptyState>
      <ul className="grid gap-4 sm:grid-cols-3">
        {examples.map(({ slug, title, summary }) => (
          <li key={slug} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
            <p className="font-medium">{title}</p>
            <p className="flex-1 text-ink-soft">{summary}</p>
            <Link href={`${NEW_RULESET_PATH}?example=${slug}`} className="text-accent hover:underline">
              Start from this<span className="sr-only">: {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
