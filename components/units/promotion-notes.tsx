import { TimeText } from '../ui/time-text'
import type { Vocabulary } from './read-vocabulary'

/** How a term comes into the vocabulary, how sure a label is, and what each version added. */
export function PromotionNotes({ vocabulary }: { readonly vocabulary: Vocabulary }) {
  const { promotion, counts, confidence_buckets: buckets, version_history: history } = vocabulary
  return (
    <div className="mt-8 grid gap-6 border-t border-line pt-6 md:grid-cols-2">
      <section aria-labelledby="promotion">
        <h2 id="promotion" className="text-lg font-semibold">
          How a term is added
        </h2>
        <p className="mt-1 max-w-prose">{promotion.rule}</p>
        <p className="mt-2 max-w-prose text-ink-soft">
          A proposal counts for {promotion.proposal_ttl_days} days, {promotion.k} accounts make a term. Waiting now:{' '}
          {counts.pending_proposals}. Who proposed what is not kept.
        </p>
        <h3 className="mt-4 font-medium">How sure a label is</h3>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
          {buckets.map(({ id, description }) => (
            <div key={id} className="contents">
              <dt className="text-ink-soft">{id}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="versions">
        <h2 id="versions" className="text-lg font-semibold">
          Versions
        </h2>
        <ol className="mt-1 flex flex-col gap-2">
          {[...history].reverse().map(({ version, published_at: at, description }) => (
            <li key={version}>
              <span className="font-medium">Version {version}</span>{' '}
              {at !== null && (
                <span className="text-sm text-ink-faint">
                  <TimeText at={at} withTime={false} />
                </span>
              )}
              <p className="text-ink-soft">{description}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
