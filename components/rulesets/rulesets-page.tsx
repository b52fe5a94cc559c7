'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { ChangedAloneNotice } from '../ui/changed-alone'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { NEW_RULESET_PATH } from '../ui/ruleset-path'
import { SkeletonLines } from '../ui/skeleton'
import { useMay, useViewer } from '../ui/viewer'
import { type ExampleOffer, FirstRulesets } from './first-rulesets'
import { PageTurner } from './page-turner'
import { type RulesetRow, rulesetsQuery } from './ruleset-data'
import { RulesetFilters } from './ruleset-filters'
import { RulesetsTable } from './rulesets-table'
import { matching, ordered, PAGE_ROWS, queryOf, type TableView, viewFrom } from './table-view'

/** All rulesets of the namespace. */
export function RulesetsPage({ examples }: { readonly examples: readonly ExampleOffer[] }) {
  const { namespace, changedAloneAt } = useViewer()
  const [mayRead, maySave] = [useMay('read'), useMay('save')]
  const list = useQuery({ ...rulesetsQuery(namespace.id), enabled: mayRead })
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
        {list.data !== undefined && list.data.length > 0 && `${list.data.length} in ${namespace.name}`}
      </PageHeader>
      {changedAloneAt !== null && (
        <div className="mb-4">
          <ChangedAloneNotice since={changedAloneAt} />
        </div>
      )}
      {!mayRead && <NoPermission needs="see saved rulesets" roles={['author', 'reviewer', 'administrator']} />}
      {mayRead && list.isPending && <SkeletonLines what="the rulesets" lines={9} />}
      {list.isError && list.data === undefined && (
        <RefusalNotice refusal={refusalOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && <FirstRulesets examples={examples} />}
      {list.data !== undefined && list.data.length > 0 && <Found rows={list.data} />}
    </>
  )
}

function Found({ rows }: { readonly rows: readonly RulesetRow[] }) {
  const [path, query] = [usePathname(), useSearchParams()]
  const view = viewFrom(query)
  const show = (next: TableView) => window.history.replaceState(null, '', path + queryOf(next))
  const found = ordered(matching(rows, view), view)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS))
  const page = Math.min(view.page, pages)
  const from = (page - 1) * PAGE_ROWS
  return (
    <div className="flex flex-col gap-3">
      <RulesetFilters rows={rows} view={view} onView={show} />
      <p role="status" className="text-sm text-ink-faint">
        {found.length === rows.length ? rulesetCount(rows.length) : `${found.length} of ${rulesetCount(rows.length)}`}
      </p>
      {found.length === 0 ? (
        <EmptyState title="Nothing matches">
          <p>No ruleset has all of these words in its name, summary, hash, rules or claims, and this domain.</p>
        </EmptyState>
      ) : (
        <RulesetsTable rows={found.slice(from, from + PAGE_ROWS)} view={view} onView={show} />
      )}
      {pages > 1 && <PageTurner page={page} pages={pages} onPage={(next) => show({ ...view, page: next })} />}
    </div>
  )
}

const rulesetCount = (count: number) => (count === 1 ? '1 ruleset' : `${count} rulesets`)
