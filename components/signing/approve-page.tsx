'use client'

import './approve.css'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { rulesetPath } from '../../server/api/page-paths'
import { Notice, RefusalNotice } from '../ui/notice'
import { EmptyState, PageHeader, SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { AboutSection } from './about-section'
import { isOfferedAgain } from './approval-state'
import { ApproveAgain } from './approve-again'
import { ChangesSection } from './changes-section'
import { ExactBytes } from './exact-bytes'
import { takePending } from './pending-request'
import { ReviewSection } from './review-section'
import { approvePath, isOfOtherComparison, type ReviewRow, receiptPath, type Sheet, sheetKey } from './sheet'
import { SignaturesSection } from './signatures-section'
import { useSigningDraft } from './signing-draft'
import { SigningPanel } from './signing-panel'
import { SignBar, StateBanner } from './state-banner'
import { TestCasesSection } from './test-cases-section'
import { type Ceremony, useCeremony } from './use-ceremony'
import { useMeaning } from './use-meaning'

const SignDialog = lazy(async () => ({ default: (await import('./sign-dialog')).SignDialog }))
const BlindTestSection = lazy(async () => ({
  default: (await import('./blind-test-section')).BlindTestSection,
}))
const WithdrawDialog = lazy(async () => ({ default: (await import('./withdraw-dialog')).WithdrawDialog }))

const HASH = /^[0-9a-f]{64}$/

/** Lets a reviewer who cannot read code read what a ruleset does, and sign it. */
export function ApprovePage({ hash }: { readonly hash: string }) {
  const known = HASH.test(hash)
  const { data, error, refetch } = useQuery({
    queryKey: sheetKey(hash),
    queryFn: ({ signal }) => server.signing.sheet.query({ hash }, { signal }),
    enabled: known,
    // The page must not change while it is read. The server checks it again when it is signed.
    refetchOnWindowFocus: false,
  })
  const reload = useCallback(() => void refetch(), [refetch])
  const name = data?.heading.names[0]
  const refusal = error === null ? null : refusalOf(error)
  return (
    <>
      <PageHeader
        title={name === undefined ? 'Review and sign' : `Review and sign: ${data?.heading.names.join(', ')}`}
        above={name === undefined ? { href: '/', title: 'Rulesets' } : { href: rulesetPath(name), title: name }}
        actions={name !== undefined && <Elsewhere name={name} hash={hash} />}
      />
      {!known || refusal?.code === 'RULESET_NOT_FOUND' ? (
        <EmptyState title="No ruleset with this hash in this namespace">
          <p>
            Nothing is saved here under <code className="font-mono text-sm break-all">{hash}</code>. Check the address,
            or ask which namespace it was saved in.
          </p>
        </EmptyState>
      ) : data !== undefined ? (
        <ApproveSheet sheet={data} onReload={reload} />
      ) : refusal !== null ? (
        <RefusalNotice refusal={refusal} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={14} what="the ruleset and its review" />
      )}
    </>
  )
}

function Elsewhere({ name, hash }: { readonly name: string; readonly hash: string }) {
  const look =
    'inline-flex h-8 items-center rounded-md border border-line-strong/50 bg-raised px-2.5 text-sm font-medium'
  return (
    <>
      <Link href={`${approvePath(hash)}/pack`} prefetch={false} className={`${look} print:hidden`}>
        Approval pack
      </Link>
      <Link href={rulesetPath(name, 'history')} className={`${look} print:hidden`}>
        History
      </Link>
    </>
  )
}

/** Shows, in reading order: changes in meaning, rules, claims, exact bytes, signature. */
function ApproveSheet({ sheet, onReload }: { readonly sheet: Sheet; readonly onReload: () => void }) {
  const router = useRouter()
  const { draft, change, forget } = useSigningDraft(sheet.rulesetHash)
  const [withdrawing, setWithdrawing] = useState<ReviewRow | null>(null)
  const [reason, setReason] = useState('')
  const { shown, compareAgain } = useMeaning(sheet)
  const meaning = shown.status === 'shown' ? shown.meaning : undefined
  const reload = useCallback(() => {
    onReload()
    compareAgain()
  }, [onReload, compareAgain])
  const ceremony = useCeremony((recordId) => {
    forget()
    router.push(receiptPath(sheet.rulesetHash, recordId))
  })
  const isOther = isOfOtherComparison(ceremony.preparationRefused) || isOfOtherComparison(ceremony.proofRefused)
  useEffect(() => {
    if (isOther) reload()
  }, [isOther, reload])
  useContinued(sheet, ceremony.prepare)
  const withdraw = (record: ReviewRow) => {
    ceremony.cancel()
    setWithdrawing(record)
  }
  return (
    <>
      <div className="approve-sheet lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
        <SheetOutline sheet={sheet} />
        <div className="flex min-w-0 flex-col gap-10">
          <StateBanner sheet={sheet} />
          <AboutSection sheet={sheet} />
          <Suspense fallback={null}>
            <BlindTestSection hash={sheet.rulesetHash} />
          </Suspense>
          <ChangesSection
            sheet={sheet}
            shown={shown}
            onReload={reload}
            again={
              meaning !== undefined &&
              sheet.may.approve &&
              isOfferedAgain(sheet) && <ApproveAgain {...{ sheet, meaning, draft, ceremony }} onReload={reload} />
            }
          />
          <ReviewSection sheet={sheet} />
          <TestCasesSection sheet={sheet} cases={meaning?.cases ?? null} />
          <SignaturesSection sheet={sheet} onWithdraw={withdraw} />
          <ExactBytes sheet={sheet} comparisonDigest={meaning?.comparison?.sha256 ?? null} />
          {sheet.may.sign ? (
            <SigningPanel
              sheet={sheet}
              shown={shown}
              draft={draft}
              onChange={change}
              ceremony={ceremony}
              onReload={reload}
            />
          ) : (
            <CannotSign reason={sheet.may.reason} />
          )}
        </div>
      </div>
      {sheet.may.sign && <SignBar sheet={sheet} />}
      {withdrawing !== null && ceremony.waiting === null && (
        <Suspense fallback={null}>
          <WithdrawDialog
            sheet={sheet}
            record={withdrawing}
            reason={reason}
            onReason={setReason}
            ceremony={ceremony}
            onClose={() => {
              ceremony.cancel()
              setWithdrawing(null)
            }}
          />
        </Suspense>
      )}
      {ceremony.waiting !== null && (
        <Suspense fallback={null}>
          <SignDialog sheet={sheet} ceremony={ceremony} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Continues after a fresh sign-in elsewhere with the same request. The server refuses it if something else would be
 * signed.
 */
function useContinued(sheet: Sheet, prepare: Ceremony['prepare']) {
  const router = useRouter()
  const isContinued = useSearchParams().get('continue') === '1'
  const gone = useRef(false)
  useEffect(() => {
    if (!isContinued || gone.current) return
    gone.current = true
    router.replace(approvePath(sheet.rulesetHash), { scroll: false })
    const pending = takePending(sheet.rulesetHash)
    if (sheet.may.sign && pending !== null) prepare(pending)
  }, [isContinued, router, sheet, prepare])
}

/** Shown instead of the signing panel to readers who cannot sign. */
function CannotSign({ reason }: { readonly reason: string | null }) {
  return (
    <section aria-labelledby="cannot-sign" className="print:hidden rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="cannot-sign" className="mb-2 text-xl font-semibold">
        Sign
      </h2>
      <Notice kind="info">
        <p>{reason ?? 'You can read this page, but you cannot sign here.'}</p>
      </Notice>
      <p className="mt-2 text-sm text-ink-soft">
        Reviewers of this namespace can sign. Send them the address of this page. An administrator assigns roles under
        Settings, Members.
      </p>
    </section>
  )
}

interface Stop {
  readonly href: string
  readonly title: string
  /** Number of entries; null if they are not counted. */
  readonly count: number | null
  readonly below: readonly { readonly href: string; readonly title: string }[]
}

/** Assertions in the outline; the review lists all. */
const MAX_OUTLINE_ASSERTIONS = 40

/** Links to the sections. It stays visible next to the text; on a phone it takes a few lines. */
function SheetOutline({ sheet }: { readonly sheet: Sheet }) {
  const stops = stopsOf(sheet)
  return (
    <nav
      aria-label="On this page"
      className="mb-6 rounded-lg border border-line bg-surface p-3 text-sm lg:sticky lg:top-4 lg:mb-0 lg:max-h-[calc(100vh-8rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:bg-transparent lg:p-0 print:hidden"
    >
      <p className="mb-1.5 font-medium text-ink-soft">On this page</p>
      <ol className="flex flex-wrap gap-x-4 gap-y-1 lg:flex-col lg:flex-nowrap">
        {stops.map(({ href, title, count, below }) => (
          <li key={href}>
            <a href={href} className="inline-block min-h-6 text-accent hover:underline">
              {title} {count !== null && <span className="text-ink-faint tabular-nums">{count}</span>}
            </a>
            {below.length > 0 && (
              <ol className="ml-3 hidden flex-col border-l border-line pl-2 lg:flex">
                {below.map((item) => (
                  <li key={item.href}>
                    <a href={item.href} className="inline-block min-h-6 break-words text-ink-soft hover:underline">
                      {item.title}
                    </a>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function stopsOf({ review, records, unsigned, may }: Sheet): readonly Stop[] {
  const sections = review?.sections ?? []
  const stop = (href: string, title: string, count: number | null = null): Stop => ({ href, title, count, below: [] })
  return [
    stop('#blind-test', 'Blind test'),
    stop('#changes', 'What changed'),
    stop('#review-text', 'The review text'),
    ...sections.map(({ id, heading, entries }) => ({
      ...stop(`#review-${id}`, heading, entries.length),
      below:
        id === 'assertions'
          ? entries
              .slice(0, MAX_OUTLINE_ASSERTIONS)
              .flatMap(({ name, title }) =>
                name === null ? [] : [{ href: `#review-${id}-${name}`, title: title.replace(` (${name})`, '') }],
              )
          : [],
    })),
    stop('#test-cases', 'Test cases'),
    stop('#signatures', 'Signatures', records.length + unsigned.length),
    stop('#exact-bytes', 'Exact bytes'),
    may.sign ? stop('#sign', 'Sign') : stop('#cannot-sign', 'Sign'),
  ]
}
