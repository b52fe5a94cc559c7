'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { NEW_RULESET_PATH } from '../../../server/api/page-paths'
import { REVIEW_STATES } from '../../../server/api/terms/review-terms'
import { FirstStepsSection } from '../../accounts/members/first-steps'
import { Button, Choice, Field, TextEntry } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { STATE_WORDS } from '../../ui/review-state/review-brief'
import { refusalOf, server } from '../../ui/server-calls'
import { ChangedAloneNotice } from '../../ui/shell/in-force-line'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { domainTitle, type RulesetList, rulesetsQuery } from '../ruleset-data'
import { NO_DOMAIN, PAGE_ROWS, queryOf, type TableView, viewFrom } from '../table-view'
import { RulesetsTable } from './rulesets-table'

export function RulesetsPage({ examples }: { readonly examples: readonly ExampleOffer[] }) {
  const { namespace, changedAloneAt } = useViewer()
  const [mayRead, maySave] = [useMay('read'), useMay('save')]
  const view = viewFrom(useSearchParams())
  const list = useQuery({ ...rulesetsQuery(namespace.id, view), enabled: mayRead })
  const isEmpty = list.data !== undefined && list.data.total + list.data.archived === 0
  return (
    <>
      <PageHeader
        title="Rulesets"
        actions={
          maySave && (
            <Link
              href={NEW_RULESET_PATH}
              className="inline-flex h-8 items-center rounded-md bg-accent px-2.5 text-sm font-medium text-on-accent hover:opacity-90"
            >
              New ruleset
            </Link>
          )
        }
      >
        {list.data !== undefined &&
          list.data.total > 0 &&
          `${list.data.total.toLocaleString('en')} in ${namespace.name}`}
      </PageHeader>
      {changedAloneAt !== null && (
        <div className="mb-4">
          <ChangedAloneNotice since={changedAloneAt} />
        </div>
      )}
      {mayRead && <FirstStepsSection />}
      {!mayRead && <NoPermission needs="see saved rulesets" roles={['author', 'reviewer', 'administrator']} />}
      {mayRead && list.isPending && <SkeletonLines what="the rulesets" lines={9} />}
      {list.isError && list.data === undefined && (
        <RefusalNotice refusal={refusalOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {isEmpty && <FirstRulesets examples={examples} />}
      {list.data !== undefined && !isEmpty && (
        <MatchingRulesets list={list.data} view={view} isStale={list.isPlaceholderData} />
      )}
    </>
  )
}

function MatchingRulesets(props: {
  readonly list: RulesetList
  readonly view: TableView
  /** Whether `list` belongs to the previous view, until the server answers. */
  readonly isStale: boolean
}) {
  const { list, view, isStale } = props
  const { rows, matches, unsearched } = list
  const total = view.archived ? list.archived : list.total
  const path = usePathname()
  const show = (next: TableView) => window.history.replaceState(null, '', path + queryOf(next))
  const pages = Math.max(1, Math.ceil(matches / PAGE_ROWS))
  return (
    <div className="flex flex-col gap-3" aria-busy={isStale}>
      <RulesetFilters domains={list.domains} archived={list.archived} view={view} onView={show} />
      <p role="status" className="text-sm text-ink-faint tabular-nums">
        {matches === total ? rulesetCount(total) : `${matches.toLocaleString('en')} of ${rulesetCount(total)}`}
        {unsearched > 0 &&
          `; ${unsearched.toLocaleString('en')} searched only by name and hash so far, the rest follows automatically`}
      </p>
      {matches === 0 && (
        <EmptyState title="No matching rulesets">
          {view.archived && total === 0 ? (
            <p>No ruleset is archived.</p>
          ) : (
            <p>
              No ruleset that passes these filters has all of these words in its name, summary, hash, rules or claims.
            </p>
          )}
        </EmptyState>
      )}
      {matches > 0 && rows.length === 0 && (
        <EmptyState
          title="No such page"
          actions={<Button onClick={() => show({ ...view, page: 1 })}>First page</Button>}
        >
          <p>The list has fewer pages than the address says.</p>
        </EmptyState>
      )}
      {rows.length > 0 && <RulesetsTable rows={rows} view={view} onView={show} />}
      {pages > 1 && <PageTurner page={view.page} pages={pages} onPage={(next) => show({ ...view, page: next })} />}
    </div>
  )
}

const rulesetCount = (count: number) => (count === 1 ? '1 ruleset' : `${count.toLocaleString('en')} rulesets`)

function RulesetFilters(props: {
  /** Level-one ids in use. */
  readonly domains: readonly string[]
  /** Number of archived rulesets. */
  readonly archived: number
  readonly view: TableView
  readonly onView: (view: TableView) => void
}) {
  const { domains, archived, view, onView } = props
  // The URL changes a moment later, but typed text appears immediately.
  const [search, setSearch] = useState(view.search)
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
      <Field label="State" className="w-44">
        {(bound) => (
          <Choice
            {...bound}
            value={view.state}
            onChange={({ target }) =>
              onView({ ...view, state: REVIEW_STATES.find((state) => state === target.value) ?? '', page: 1 })
            }
          >
            <option value="">All</option>
            {REVIEW_STATES.map((state) => (
              <option key={state} value={state}>
                {STATE_WORDS[state]}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <ReviewerFilter view={view} onView={onView} />
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
              <option value={NO_DOMAIN}>No domain</option>
            </Choice>
          )}
        </Field>
      )}
      {(archived > 0 || view.archived) && (
        <Button
          look="quiet"
          aria-pressed={view.archived}
          onClick={() => onView({ ...view, archived: !view.archived, page: 1 })}
        >
          Archived ({archived.toLocaleString('en')})
        </Button>
      )}
    </div>
  )
}

/** Members who may review. A namespace without reviewers has no such filter. */
function ReviewerFilter({ view, onView }: { readonly view: TableView; readonly onView: (view: TableView) => void }) {
  const { namespace, person } = useViewer()
  const people = useQuery({
    queryKey: ['review-people', namespace.id],
    queryFn: () => server.rulesetReviews.people.query(),
    staleTime: 60_000,
  })
  const reviewers = (people.data ?? []).filter(({ roles }) => roles.includes('reviewer'))
  const isUnlisted = view.reviewer !== '' && !reviewers.some(({ personId }) => personId === view.reviewer)
  if (reviewers.length === 0 && !isUnlisted) return null
  return (
    <Field label="Asked to review" className="w-48">
      {(bound) => (
        <Choice
          {...bound}
          value={view.reviewer}
          onChange={({ target }) => onView({ ...view, reviewer: target.value, page: 1 })}
        >
          <option value="">All</option>
          {reviewers.map(({ personId, name }) => (
            <option key={personId} value={personId}>
              {personId === person.id ? `${name} (you)` : name}
            </option>
          ))}
          {isUnlisted && <option value={view.reviewer}>A person who is not a reviewer</option>}
        </Choice>
      )}
    </Field>
  )
}

/** A real policy to start from. */
interface ExampleOffer {
  readonly slug: string
  readonly title: string
  readonly summary: string
}

/** For a namespace without rulesets: authors see examples, other members see who can add one. */
function FirstRulesets({ examples }: { readonly examples: readonly ExampleOffer[] }) {
  const maySave = useMay('save')
  if (!maySave)
    return (
      <EmptyState title="No rulesets yet">
        <p>
          Members with the role author add rulesets. You can then read them here, try them on claims and sign them. To
          write one yourself, ask an administrator for that role.
        </p>
      </EmptyState>
    )
  return (
    <>
      <EmptyState title="No rulesets yet">
        <p>
          Start from one of these real policies and change the text before you save, or{' '}
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

function PageTurner(props: { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void }) {
  const { page, pages, onPage } = props
  return (
    <nav aria-label="Pages of the list" className="flex items-center justify-end gap-2">
      <span className="text-sm text-ink-faint tabular-nums">
        Page {page} of {pages}
      </span>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
