'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { useLanguage } from '../editor/use-language'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { rulesetPath } from '../ui/ruleset-path'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay, useViewer } from '../ui/viewer'
import { useUnitLibrary } from '../units/use-unit-library'
import { CheckNav, type CheckPart, checkPartOf } from './check-nav'
import { RevisionChoice } from './revision-choice'
import { SavedCheck } from './saved-check'
import { TestCasePanel } from './test-case-panel'
import { useClaimsDraft } from './use-claims-draft'
import { useRevision } from './use-revision'

// Each is loaded when it is first shown.
const BatchPanel = lazy(() => import('./batch-panel'))

/** One ruleset on claims: a dictionary in the form, the kept test cases, a whole file. */
export function CheckPage({ name, hash }: { readonly name: string; readonly hash: string | null }) {
  const { namespace } = useViewer()
  const mayRead = useMay('read')
  const path = usePathname()
  const part = checkPartOf(useSearchParams().get('part'))
  const [chosen, setChosen] = useState(hash)
  const opened = useQuery({
    queryKey: ['ruleset', namespace.id, name],
    queryFn: () => server.revisions.open.query({ name }),
    enabled: mayRead,
    refetchOnWindowFocus: false,
  })
  const shownHash = chosen ?? opened.data?.hash ?? null
  const revision = useRevision(name, shownHash, opened.data ?? null)
  const language = useLanguage()
  useUnitLibrary(language.client)
  const draft = useClaimsDraft(`touchstone.check.${namespace.id}.${name}`)

  const choose = (next: string) => {
    setChosen(next)
    history.replaceState(null, '', addressOf(path, part, next === opened.data?.hash ? null : next))
  }
  const show = (next: CheckPart) =>
    history.pushState(null, '', addressOf(path, next, chosen === opened.data?.hash ? null : chosen))
  const above = { href: rulesetPath(name), title: name }

  if (!mayRead) return <NoPermission needs="see saved rulesets" roles={['author', 'reviewer', 'administrator']} />
  return (
    <>
      <PageHeader title="Check" above={above}>
        {opened.data !== undefined && shownHash !== null && (
          <RevisionChoice opened={opened.data} hash={shownHash} onChoose={choose} />
        )}
      </PageHeader>
      {draft.notice !== null && (
        <Notice kind="info" className="mb-4">
          {draft.notice}
        </Notice>
      )}
      <CheckNav part={part} onShow={show} />
      {opened.isError ? (
        <RefusalNotice refusal={refusalOf(opened.error)} onRetry={() => void opened.refetch()} />
      ) : revision.status === 'failed' ? (
        <RefusalNotice refusal={revision.refusal} onRetry={revision.retry} />
      ) : revision.status === 'damaged' ? (
        <EmptyState title="The stored text of this revision is damaged">
          <p>It is not the text that was saved. Choose another revision, or ask the operator for a backup.</p>
        </EmptyState>
      ) : revision.status === 'loading' || !draft.ready ? (
        <SkeletonLines what="the ruleset" lines={8} />
      ) : (
        <SavedCheck
          {...{ part, name, draft, language, revision }}
          cases={(described) => (
            <TestCasePanel
              name={name}
              hash={revision.hash}
              assertions={described.assertions.map((assertion) => assertion.name)}
              onOpen={(literals) => {
                draft.change(literals)
                show('form')
              }}
            />
          )}
          batch={(described) => (
            <Suspense fallback={<SkeletonLines what="the batch" lines={4} />}>
              <BatchPanel
                hash={revision.hash}
                description={described}
                rulesetName={name}
                onOpen={(literals) => {
                  draft.change(literals)
                  show('form')
                }}
              />
            </Suspense>
          )}
        />
      )}
    </>
  )
}

function addressOf(path: string, part: CheckPart, hash: string | null): string {
  const query = new URLSearchParams()
  if (part !== 'form') query.set('part', part)
  if (hash !== null) query.set('hash', hash)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
