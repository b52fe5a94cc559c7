'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { usePathname, useSearchParams } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { type LanguageClient, type LanguageState, useLanguage } from '../../editor/language-client'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { CopyLink } from '../../ui/copy-text'
import { Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, partLook, SkeletonLines } from '../../ui/page-frame'
import { noteExport, refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { useUnitLibrary } from '../../units/read-units'
import { claimsLink, dictionaryText } from '../claim-literals'
import { askSaved } from '../engine-check'
import { RevisionChoice, type ShownRevision, useRevision } from '../revision-choice'
import { type ClaimsDraft, useClaimsDraft } from '../use-claims-draft'
import { CheckView } from './check-view'

// Loaded when first shown.
const ReviewStateLine = lazy(() => import('../../ui/review-state/review-state-line'))
const CheckActions = lazy(() => import('./check-actions'))
const BatchPanel = lazy(() => import('../batch/batch-panel'))
const TestCasePanel = lazy(async () => ({ default: (await import('../cases/test-case-panel')).TestCasePanel }))

/** Checks claims against one ruleset: from the form, the stored test cases, or a whole file. */
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
  const lastShown = useLastShown(revision)
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

  if (!mayRead)
    return (
      <NoPermission
        page={{ title: 'Check', above }}
        needs="see saved rulesets"
        roles={['author', 'reviewer', 'administrator']}
      />
    )
  return (
    <>
      <PageHeader title="Check" above={above}>
        {opened.data !== undefined && shownHash !== null && (
          <>
            <RevisionChoice opened={opened.data} hash={shownHash} onChoose={choose} />
            <Suspense fallback={null}>
              <ReviewStateLine name={name} inForce={opened.data.inForce} />
            </Suspense>
          </>
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
          <p>
            The stored text is not what was saved. Select another revision, or ask the operator to restore a backup.
          </p>
        </EmptyState>
      ) : (
        (revision.status === 'loading' || !draft.ready) && <SkeletonLines what="the ruleset" lines={8} />
      )}
      {/* Stays mounted while another revision loads, so that a file and its answers can be compared. */}
      {lastShown !== null && draft.ready && (
        <div hidden={opened.isError || revision.status !== 'shown'}>
          <SavedCheck
            {...{ part, name, draft, language, revision: lastShown }}
            cases={(described) => (
              <Suspense fallback={<SkeletonLines what="the test cases" lines={4} />}>
                <TestCasePanel
                  name={name}
                  hash={lastShown.hash}
                  assertions={described.assertions.map((assertion) => assertion.name)}
                  onOpen={(literals) => {
                    draft.change(literals)
                    show('form')
                  }}
                />
              </Suspense>
            )}
            batch={(described, isDescribed) => (
              <Suspense fallback={<SkeletonLines what="the batch" lines={4} />}>
                <BatchPanel
                  hash={lastShown.hash}
                  description={described}
                  isDescribed={isDescribed}
                  rulesetName={name}
                  onOpen={(literals) => {
                    draft.change(literals)
                    show('form')
                  }}
                />
              </Suspense>
            )}
          />
        </div>
      )}
    </>
  )
}

type Shown = Extract<ShownRevision, { status: 'shown' }>

/** Returns the shown or last shown revision; null before the first. */
function useLastShown(revision: ShownRevision): Shown | null {
  const [last, setLast] = useState<Shown | null>(null)
  if (revision.status !== 'shown') return last
  const isSame = last !== null && last.hash === revision.hash && last.ownUnits === revision.ownUnits
  if (!isSame) setLast(revision)
  return revision
}

function addressOf(path: string, part: CheckPart, hash: string | null): string {
  const query = new URLSearchParams()
  if (part !== 'form') query.set('part', part)
  if (hash !== null) query.set('hash', hash)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const PARTS = [
  { part: 'form', title: 'One case' },
  { part: 'cases', title: 'Test cases' },
  { part: 'batch', title: 'A whole file' },
] as const
type CheckPart = (typeof PARTS)[number]['part']

function checkPartOf(text: string | null): CheckPart {
  return PARTS.find(({ part }) => part === text)?.part ?? 'form'
}

/** Each way has its own URL, and switching loses nothing. */
function CheckNav(props: { readonly part: CheckPart; readonly onShow: (part: CheckPart) => void }) {
  return (
    <nav aria-label="Ways to check" className="mb-4 flex flex-wrap gap-1 border-b border-line print:hidden">
      {PARTS.map(({ part, title }) => (
        <button
          key={part}
          type="button"
          aria-current={part === props.part ? 'page' : undefined}
          onClick={() => props.onShow(part)}
          className={clsx('shrink-0 py-2', partLook(part === props.part))}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}

function SavedCheck(props: {
  readonly part: CheckPart
  readonly name: string
  readonly revision: Shown
  readonly draft: ClaimsDraft
  readonly language: { readonly client: LanguageClient | null; readonly state: LanguageState }
  readonly cases: (description: RulesetDescription) => ReactNode
  /** `isDescribed`: whether the description already belongs to the revision. */
  readonly batch: (description: RulesetDescription, isDescribed: boolean) => ReactNode
}) {
  const { part, name, revision, draft } = props
  const { client, state } = props.language
  const { description } = state
  const ask = useMemo(() => askSaved(revision.hash), [revision.hash])
  const [batchSeen, setBatchSeen] = useState(part === 'batch')
  useEffect(() => {
    if (part === 'batch') setBatchSeen(true)
  }, [part])
  useEffect(() => client?.setText(revision.source), [client, revision.source])
  useEffect(() => {
    if (description !== null) client?.setClaims(dictionaryText(description.claims, draft.literals))
  }, [client, description, draft.literals])

  if (state.failure !== null)
    return (
      <Notice kind="problem" title="This browser cannot show the form">
        <p>The language worker stopped: {state.failure}. Reload the page.</p>
      </Notice>
    )
  if (!state.described) return <SkeletonLines what="the claims" lines={8} />
  if (description === null)
    return (
      <EmptyState title="This revision does not compile">
        <p>There is nothing to check. Open the ruleset to see its problems, or select another revision.</p>
      </EmptyState>
    )
  return (
    <>
      {part === 'cases' && props.cases(description)}
      {/* The other two stay mounted: typed text is kept, and a running batch continues. */}
      <div hidden={part !== 'batch'}>
        {batchSeen && props.batch(description, state.describedText === revision.source)}
      </div>
      <div hidden={part !== 'form'}>
        <div className="mb-3 flex flex-wrap items-center justify-end gap-2 print:hidden">
          <CopyLink title="Link" what="these facts" link={() => claimsLink(window.location.href, draft.literals)} />
          <Suspense fallback={null}>
            <CheckActions name={name} hash={revision.hash} description={description} literals={draft.literals} />
          </Suspense>
        </div>
        <div className="rounded-lg border border-line bg-surface">
          <CheckView
            description={description}
            check={state.check}
            literals={draft.literals}
            cases={[]}
            onChange={draft.change}
            ask={ask}
            noteDownload={() => noteExport('check_result', name)}
            engineOnly={revision.ownUnits}
            savedHash={revision.hash}
            showsClauses
          />
        </div>
      </div>
    </>
  )
}
