'use client'

import './pack.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MeaningChanges } from '../../meaning/meaning-changes'
import { positionKey, quotedNames } from '../../ui/lists'
import { Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { PrintLogged } from '../../ui/print-logged'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { VerifyCode } from '../../ui/verify-code'
import { BlindTestSection } from '../blind-test-section'
import { CitedDocuments } from '../clauses-of-rule'
import { UtcTime, WholeHash } from '../facts'
import { MEANING_WORDS, METHOD_WORDS } from '../meanings'
import { approvePath, type ReviewRow, reportedApprover, type Sheet, sheetKey } from '../sheet'
import { TestCasesSection } from '../test-cases-section'
import { type ShownMeaning, useMeaning } from '../use-meaning'

const HASH = /^[0-9a-f]{64}$/

/** Everything about an approval on one or two printed pages. */
export function PackPage({ hash }: { readonly hash: string }) {
  const known = HASH.test(hash)
  const { data, error, refetch } = useQuery({
    queryKey: sheetKey(hash),
    queryFn: ({ signal }) => server.signing.sheet.query({ hash }, { signal }),
    enabled: known,
    refetchOnWindowFocus: false,
  })
  const refusal = error === null ? null : refusalOf(error)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Approval pack"
          above={{ href: approvePath(hash), title: 'Review and sign' }}
          actions={data !== undefined && <PrintLogged what="pack_print" reference={hash} />}
        >
          Rules, changes, test cases and signatures to print or to save as a PDF. Download the receipts too: only they
          can be verified.
        </PageHeader>
      </div>
      {!known || refusal?.code === 'RULESET_NOT_FOUND' ? (
        <EmptyState title="No ruleset with this hash in this namespace">
          <p>Check the address, or open the pack from the page where the ruleset is signed.</p>
        </EmptyState>
      ) : data !== undefined ? (
        <PackSheet sheet={data} />
      ) : refusal !== null ? (
        <RefusalNotice refusal={refusal} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={14} what="the approval pack" />
      )}
    </>
  )
}

function PackSheet({ sheet }: { readonly sheet: Sheet }) {
  const { namespace } = useViewer()
  const { shown, compareAgain } = useMeaning(sheet)
  const names = sheet.heading.names
  return (
    <article className="pack flex flex-col gap-6 rounded-lg border border-line bg-surface px-5 py-6 sm:px-8">
      <header>
        <p className="text-sm text-ink-faint">Touchstone · {namespace.name}</p>
        <h2 className="text-2xl font-semibold break-words">
          {names.length > 0 ? names.join(', ') : 'A ruleset without a name'}
        </h2>
        <WholeHash hash={sheet.rulesetHash} what="ruleset hash" />
      </header>
      <Part title="Signatures">
        <Signatures sheet={sheet} />
      </Part>
      <Part title="What changed in meaning since the last approved revision">
        <Changes sheet={sheet} shown={shown} onRetry={compareAgain} />
      </Part>
      <Part title="The rules in words">
        <p className="review-words rounded-md border border-line px-4 py-3 break-words whitespace-pre-wrap">
          {sheet.reviewText}
        </p>
      </Part>
      {sheet.citations !== null && (
        <Part title="The clauses that the rules cite">
          <CitedDocuments citations={sheet.citations} />
        </Part>
      )}
      <TestCasesSection sheet={sheet} cases={shown.status === 'shown' ? shown.meaning.cases : null} />
      <BlindTestSection hash={sheet.rulesetHash} />
      <Part title="How to verify it">
        <VerifyCode subject={sheet.rulesetHash}>
          Open this address, and choose a receipt that was downloaded with this pack. The page verifies it in the
          browser, without an account, and shows the rules that were signed. Only the receipt is proof; this paper is
          not.
        </VerifyCode>
      </Part>
    </article>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Signatures({ sheet: { records, unsigned, demands } }: { readonly sheet: Sheet }) {
  if (records.length + unsigned.length === 0)
    return <Notice kind="warning" title="Nobody has signed or approved this text" />
  return (
    <>
      {demands?.reason != null && <Notice kind="warning" title={demands.reason} className="mb-2" />}
      <ul className="flex flex-col gap-1.5">
        {records.map((record) => (
          <li key={record.id}>
            <Signed record={record} />
          </li>
        ))}
        {unsigned.map(({ approvedAt, note, ...reported }, position) => (
          <li key={positionKey(position)}>
            {reportedApprover(reported)} approved it without a signature, <UtcTime at={approvedAt} />
            {note !== null && `: “${note}”`}
          </li>
        ))}
      </ul>
    </>
  )
}

function Signed({ record }: { readonly record: ReviewRow }) {
  const { printedName, email, meaning, rulesetNames, signedAt, method, expiresAt, expired, withdrawn, note } = record
  return (
    <>
      <span className="font-medium">
        {printedName} {MEANING_WORDS[meaning].done}
      </span>
      {rulesetNames.length > 0 && ` as ${quotedNames(rulesetNames)}`}, <UtcTime at={signedAt} />, signed with{' '}
      {METHOD_WORDS[method]} (<span className="wrap-anywhere">{email}</span>)
      {expiresAt !== null && (
        <>
          , {expired ? 'expired' : 'valid until'} <UtcTime at={expiresAt} />
        </>
      )}
      {note !== null && `: “${note}”`}
      {withdrawn !== null && (
        <span className="block font-medium">
          Withdrawn by {withdrawn.by}, <UtcTime at={withdrawn.at} />: “{withdrawn.reason}”
        </span>
      )}
      {withdrawn === null && record.uncounted !== null && <span className="block">{record.uncounted}</span>}
      <code className="block font-mono text-sm break-all text-ink-faint">Record {record.id}</code>
    </>
  )
}

function Changes(props: { readonly sheet: Sheet; readonly shown: ShownMeaning; readonly onRetry: () => void }) {
  const { sheet, shown, onRetry } = props
  if (sheet.lastApproved === null) return <p>No earlier revision was approved, so everything is new.</p>
  if (shown.status === 'failed') return <RefusalNotice refusal={shown.refusal} onRetry={onRetry} />
  if (shown.status === 'comparing') return <SkeletonLines lines={3} what="the comparison in meaning" />
  const answer = shown.status === 'shown' ? (shown.meaning.comparison?.answer ?? null) : null
  if (answer === null) return <p>Another revision was approved in the meantime. Reload the page.</p>
  return 'not_compared' in answer ? (
    <Notice kind="warning">
      <p>{answer.not_compared}</p>
    </Notice>
  ) : (
    <MeaningChanges comparison={answer} />
  )
}
