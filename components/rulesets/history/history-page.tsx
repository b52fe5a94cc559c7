'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { useMay } from '../../ui/shell/viewer'
import { RevisionList } from './revision-list'

// Loaded after the page.
const NameState = lazy(() => import('../names/name-state'))
const ComparisonView = lazy(async () => ({ default: (await import('./comparison-view')).ComparisonView }))

const HASH = /^[0-9a-f]{64}$/

/** Lists the revisions of a name, or compares two if the URL names them. */
export function HistoryPage({ name }: { readonly name: string }) {
  const query = useSearchParams()
  const mayRead = useMay('read')
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const above = { href: rulesetPath(name), title: name }
  if (!mayRead)
    return (
      <NoPermission
        page={{ title: 'History', above }}
        needs="see saved rulesets"
        roles={['author', 'reviewer', 'administrator']}
      />
    )
  if (!HASH.test(from) || !HASH.test(to))
    return (
      <>
        <PageHeader title="History" above={above}>
          Every revision of this ruleset, newest first, with its approvals. A line leads from each revision to the one
          it was made from.
        </PageHeader>
        <Suspense fallback={null}>
          <NameState name={name} />
        </Suspense>
        <RevisionList name={name} />
      </>
    )
  return (
    <>
      <PageHeader
        title="Compare revisions"
        above={above}
        actions={
          <Link href={rulesetPath(name, 'history')} className="self-center text-sm text-accent hover:underline">
            All revisions
          </Link>
        }
      />
      <Suspense fallback={<SkeletonLines what="the comparison" lines={8} />}>
        <ComparisonView key={`${from} ${to}`} name={name} from={from} to={to} />
      </Suspense>
    </>
  )
}
