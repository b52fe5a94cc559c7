import type { ReactNode } from 'react'
import { Fact, Facts, UtcTime } from './facts'
import { HowToVerify } from './how-to-verify'
import { MEANING_WORDS, METHOD_WORDS } from './meanings'
import { ReceiptStanding } from './receipt-standing'
import type { Receipt } from './sheet'
import { WholeHash } from './whole-hash'

/** The receipt as it is printed: who signed what, with which key, and where the log tells of it. */
export function ReceiptSheet({ receipt }: { readonly receipt: Receipt }) {
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
      <ReceiptStanding record={record} />
      <Part title="What was signed">
        <Fact name="Meaning">{MEANING_WORDS[record.meaning].title}</Fact>
        <Fact name="Signed by">
          {record.printedName}, {record.email}
        </Fact>
        <Fact name="Time">
          <UtcTime at={record.signedAt} />
        </Fact>
        <Fact name="Proved by">{METHOD_WORDS[record.method]}</Fact>
        {record.note !== null && <Fact name={record.meaning === 'withdrawn' ? 'Reason' : 'Note'}>“{record.note}”</Fact>}
        {record.expiresAt !== null && (
          <Fact name="Counts until">
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
            'The built-in standards alone'
          ) : (
            <WholeHash hash={record.unitLibraryHash} what="unit library hash" />
          )}
        </Fact>
        <Fact name="Read by">
          Engine {record.engineVersion}, language {record.languageVersion}
        </Fact>
      </Part>
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
          Number {receipt.log.index} of the log of {namespace.name}
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
      <HowToVerify fileName={receipt.bundle.fileName} />
    </article>
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
