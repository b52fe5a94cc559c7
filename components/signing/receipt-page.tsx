'use client'

import './receipt.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyText } from '../ui/copy-text'
import { DownloadText } from '../ui/download-text'
import { Notice, RefusalNotice } from '../ui/notice'
import { EmptyState, PageHeader, SkeletonLines } from '../ui/page-frame'
import { PrintLogged } from '../ui/print-logged'
import { noteExport, refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { VerifyCode } from '../ui/verify-code'
import { CitedDocuments } from './clauses-of-rule'
import { Fact, Facts, UtcTime, WholeHash } from './facts'
import { MEANING_WORDS, METHOD_WORDS } from './meanings'
import { approvePath, type Receipt, type ReviewRow } from './sheet'
import { SignedBlindTests } from './signed-blind-tests'
import { SignerAccount } from './signer-account'

const RECORD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A receipt to print, to store, and to verify without this product. */
export function ReceiptPage({ hash, recordId }: { readonly hash: string; readonly recordId: string }) {
  const known = RECORD_ID.test(recordId)
  const { data, error, refetch } = useQuery({
    queryKey: ['signing', 'receipt', recordId],
    queryFn: ({ signal }) => server.signing.receipt.query({ recordId }, { signal }),
    enabled: known,
    refetchOnWindowFocus: false,
  })
  const refusal = error === null ? null : refusalOf(error)
  const strange = !known || refusal?.code === 'RULESET_NOT_FOUND' || (data && data.record.rulesetHash !== hash)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Receipt"
          above={{ href: approvePath(hash), title: 'Review and sign' }}
          actions={
            data !== undefined &&
            !strange && (
              <>
                <PrintLogged what="receipt_print" reference={recordId} />
                <DownloadText file={data.bundle} type="application/json" note={() => noteExport('receipt', recordId)}>
                  Download the receipt
                </DownloadText>
              </>
            )
          }
        >
          Store the downloaded file: it proves the signature and its place in the log without this server.
        </PageHeader>
      </div>
      {strange ? (
        <EmptyState title="Receipt not found">
          <p>
            This ruleset has no signature at this address. Check the address, or open the receipt from the list of
            signatures.
          </p>
        </EmptyState>
      ) : data !== undefined ? (
        <ReceiptSheet receipt={data} />
      ) : refusal !== null ? (
        <RefusalNotice refusal={refusal} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={14} what="the receipt" />
      )}
    </>
  )
}

function ReceiptSheet({ receipt }: { readonly receipt: Receipt }) {
  const { record, namespace } = receipt
  const names = record.rulesetNames
  return (
    <article className="receipt flex flex-col gap-6 rounded-lg border border-line bg-surface px-5 py-6 sm:px-8">
      <header>
        <p className="text-sm text-ink-faint">Touchstone · {namespace.name}</p>
        <h2 className="text-2xl font-semibold">
          {record.printedName} {MEANING_WORDS[record.meaning].done}
        </h2>
        <p className="mt-1">
          {names.length > 0 && <>{names.join(', ')} · </>}
          <UtcTime at={record.signedAt} />
        </p>
      </header>
      <ReceiptStatus record={record} />
      <Part title="What was signed">
        <Fact name="Meaning">{MEANING_WORDS[record.meaning].title}</Fact>
        <Fact name="Signed by">
          {record.printedName}, <span className="wrap-anywhere">{record.email}</span>
        </Fact>
        <Fact name="Time">
          <UtcTime at={record.signedAt} />
        </Fact>
        <Fact name="Identity proved with">{METHOD_WORDS[record.method]}</Fact>
        {record.account !== null && (
          <Fact name="Account of the signer">
            <SignerAccount account={record.account} />
          </Fact>
        )}
        {record.blindTests.length > 0 && (
          <Fact name="Blind tests">
            <SignedBlindTests tests={record.blindTests} />
          </Fact>
        )}
        {record.note !== null && <Fact name={record.meaning === 'withdrawn' ? 'Reason' : 'Note'}>“{record.note}”</Fact>}
        {record.expiresAt !== null && (
          <Fact name="Valid until">
            <UtcTime at={record.expiresAt} />
          </Fact>
        )}
        {record.withdraws !== null && <Fact name="Withdraws the record">{record.withdraws}</Fact>}
        <Fact name="Ruleset">
          {names.length > 0 ? names.join(', ') : 'No name pointed at this text when it was signed.'}
        </Fact>
        <Fact name="Hash of the ruleset">
          <WholeHash hash={record.rulesetHash} what="ruleset hash" />
        </Fact>
        <Fact name="Digest of the review text">
          <WholeHash hash={record.reviewDigest} what="digest of the review text" />
        </Fact>
        <Fact name="Unit library">
          {record.unitLibraryHash === null ? (
            'Built-in units only'
          ) : (
            <WholeHash hash={record.unitLibraryHash} what="unit library hash" />
          )}
        </Fact>
        <Fact name="Engine and language">
          Engine {record.engineVersion}, language {record.languageVersion}
        </Fact>
      </Part>
      <RulesInWords text={receipt.reviewText} />
      {receipt.citations !== null && (
        <section>
          <h3 className="mb-2 text-lg font-semibold">The clauses that the rules cite</h3>
          <CitedDocuments citations={receipt.citations} />
        </section>
      )}
      <Part title="The signature">
        <Fact name="Record">
          <Code text={record.id} />
        </Fact>
        <Fact name="Digest of the statement">
          <WholeHash hash={receipt.statementDigest} what="digest of the statement" />
        </Fact>
        <Fact name="Signature (Ed25519)">
          <Code text={receipt.signature} />
        </Fact>
        <Fact name="Key">
          <Code text={receipt.keyId} />
        </Fact>
      </Part>
      <Part title="Its place in the log">
        <Fact name="Entry">
          Number {receipt.log.index} in the log of {namespace.name}
        </Fact>
        <Fact name="Hash of the entry">
          <WholeHash hash={receipt.log.leafHash} what="hash of the entry" />
        </Fact>
        <Fact name={`Checkpoint at ${receipt.log.size} entries`}>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
            tabIndex={0}
            className="overflow-x-auto font-mono text-xs whitespace-pre-wrap break-all"
          >
            {receipt.log.checkpoint}
          </pre>
        </Fact>
      </Part>
      <HowToVerify fileName={receipt.bundle.fileName} recordId={record.id} />
    </article>
  )
}

/** The signed text, so that the page can be read without the product. */
function RulesInWords({ text }: { readonly text: string | null }) {
  return (
    <section className="rules">
      <h3 className="mb-2 text-lg font-semibold">The rules in words</h3>
      {text === null ? (
        <p className="text-ink-soft">
          This release no longer gives the text that was signed, so it is not shown. The signed policy source is in the
          downloaded file.
        </p>
      ) : (
        <p className="review-words rounded-md border border-line px-4 py-3 break-words whitespace-pre-wrap">{text}</p>
      )}
    </section>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg font-semibold">{title}</h3>
      <Facts>{children}</Facts>
    </section>
  )
}

function Code({ text }: { readonly text: string }) {
  return <code className="font-mono text-sm break-all">{text}</code>
}

/** Shows what happened to an approval after it was signed. */
function ReceiptStatus({ record }: { readonly record: ReviewRow }) {
  const { changedAloneAt } = useViewer()
  return (
    <>
      {record.withdrawn !== null && (
        <Notice kind="warning" title="Withdrawn: no longer counts">
          <p>
            By {record.withdrawn.by}, <UtcTime at={record.withdrawn.at} />: “{record.withdrawn.reason}”
          </p>
        </Notice>
      )}
      {record.expired && record.withdrawn === null && (
        <Notice kind="warning" title="Expired: no longer counts">
          {record.expiresAt !== null && <UtcTime at={record.expiresAt} />}
        </Notice>
      )}
      {record.uncounted !== null && record.withdrawn === null && !record.expired && (
        <Notice kind="warning" title="The namespace does not count this approval">
          <p>{record.uncounted}</p>
        </Notice>
      )}
      {record.meaning === 'approved' && changedAloneAt !== null && record.signedAt >= changedAloneAt && (
        <Notice kind="warning" title="Rules changed by a single administrator">
          <p>
            A single administrator changed the rules of this namespace on <UtcTime at={changedAloneAt} />, before this
            signature.
          </p>
        </Notice>
      )}
      {record.underOlderEngine !== null && (
        <Notice kind="warning" title="Signed under an older engine">
          <p>{record.underOlderEngine}</p>
        </Notice>
      )}
      {record.underOtherLibrary && (
        <Notice kind="warning" title="Signed under a unit library that is no longer in force" />
      )}
    </>
  )
}

function HowToVerify({ fileName, recordId }: { readonly fileName: string; readonly recordId: string }) {
  const command = `npm run verify -- receipt ${fileName}`
  return (
    <section aria-labelledby="verify">
      <h3 id="verify" className="mb-2 text-lg font-semibold">
        How to verify it
      </h3>
      <VerifyCode subject={recordId}>
        Open this address, and choose the downloaded file. The page verifies it in the browser, without an account, and
        sends nothing.
      </VerifyCode>
      <p className="mt-3">
        The command below does the same without a browser, and also computes the comparison in meaning again.{' '}
        <a href="/docs/verify" className="text-accent underline">
          Verifying signatures
        </a>{' '}
        explains how to do it with standard tools. The public keys are at /.well-known/touchstone-keys.json.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-md bg-canvas px-2 py-1 font-mono text-xs break-all">{command}</code>
        <span className="print:hidden">
          <CopyText text={command} label="Copy the command" what="the command" />
        </span>
      </div>
    </section>
  )
}
