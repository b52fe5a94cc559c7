'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { NoPermission, PageHeader } from '../../ui/page-frame'
import { rulesetPath } from '../../ui/ruleset-path'
import { useMay } from '../../ui/shell/viewer'
import { ComparisonView } from './comparison-view'
import { RevisionList } from './revision-list'

const NameState = dynamic(() => import('../names/name-state').then((module) => module.NameState))

const HASH = /^[0-9a-f]{64}$/

/** Lists the revisions of a name, or compares two if the URL names them. */
export function HistoryPage({ name }: { readonly name: string }) {
  const query = useSearchParams()
  const mayRead = useMay('read')
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const above = { href: rulesetPath(name), title: name }
  if (!mayRead) return <NoPermission needs="see saved rulesets" roles={['author', 'reviewer', 'administrator']} />
  if (!HASH.test(from) || !HASH.test(to))
    return (
      <>
        <PageHeader title="History" above={above}>
          Every revision of this ruleset, newest first, with its approvals. A line leads from each revision to the one
          it was made from.
        </PageHeader>
        <NameState name={name} />
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
      <ComparisonView key={`${from} ${to}`} name={name} from={from} to={to} />
    </>
  )
}
