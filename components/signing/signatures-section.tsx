import Link from 'next/link'
import { lazy, Suspense } from 'react'
import { Button } from '../ui/controls'
import { positionKey, quotedNames } from '../ui/lists'
import { Badge } from '../ui/notice'
import { ChangedAloneMark } from '../ui/shell/in-force-line'
import { TimeText } from '../ui/time-text'
import { MEANING_WORDS, METHOD_WORDS } from './meanings'
import { type ReviewRow, receiptPath, reportedApprover, type Sheet } from './sheet'

/** Signatures of these bytes, newest first. A signature is never erased. */
export function SignaturesSection(props: { readonly sheet: Sheet; readonly onWithdraw: (record: ReviewRow) => void }) {
  const { sheet, onWithdraw } = props
  const { records, unsigned, may } = sheet
  return (
    <section aria-labelledby="signatures">
      <h2 id="signatures" className="mb-3 text-xl font-semibold">
        Signatures
      </h2>
      {records.length + unsigned.length === 0 && <p className="text-ink-soft">No member has signed this text yet.</p>}
      {records.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface" data-testid="signatures">
          {records.toReversed().map((record) => (
            <li key={record.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <Signed record={record} />
              <div className="flex items-center gap-2">
                <Link href={receiptPath(record.rulesetHash, record.id)} className="text-sm text-accent underline">
                  Receipt<span className="sr-only"> of {record.printedName}’s signature</span>
                </Link>
                {may.sign && isInForce(record) && (
                  <Button
                    onClick={() => onWithdraw(record)}
                    aria-label={`Withdraw the approval by ${record.printedName}`}
                  >
                    Withdraw
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {unsigned.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 font-semibold">Not signed by a person</h3>
          <ul
            className="divide-y divide-line rounded-lg border border-line bg-surface"
            data-testid="unsigned-approvals"
          >
            {unsigned
              .toReversed()
              .map(({ note, approvedAt, rulesetNames, underOlderEngine, ...reported }, position) => (
                <li key={positionKey(position)} className="px-4 py-3">
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <Badge tone="warning">Unsigned</Badge>
                    <span className="font-medium break-words">{reportedApprover(reported)}</span>
                    <span className="text-sm text-ink-faint">
                      without a signature, <TimeText at={approvedAt} />
                    </span>
                    <ChangedAloneMark at={approvedAt} />
                  </p>
                  <p className="text-sm text-ink-soft">{savedThen(rulesetNames)}</p>
                  {underOlderEngine !== null && <p className="mt-1 text-sm text-ink-soft">{underOlderEngine}</p>}
                  {note !== null && <p className="mt-1 text-ink-soft">“{note}”</p>}
                </li>
              ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** For a text whose signatures do not name a ruleset. */
function savedThen(names: readonly string[]): string {
  if (names.length === 0) return 'No name pointed at this text at the time.'
  return `Saved as ${quotedNames(names)} at the time, according to the history of names; no signature states it.`
}

const SignerAccount = lazy(async () => ({ default: (await import('./signer-account')).SignerAccount }))

function isInForce({ meaning, withdrawn, expired }: ReviewRow): boolean {
  return meaning === 'approved' && withdrawn === null && !expired
}

function Signed({ record }: { readonly record: ReviewRow }) {
  const { printedName, renamedTo, email, meaning, note, signedAt, method, expiresAt, expired, withdrawn, mine } = record
  const { rulesetNames } = record
  const { done, tone } = MEANING_WORDS[meaning]
  const over = expired || withdrawn !== null
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">
          {printedName}
          {renamedTo !== null && <span className="font-normal text-ink-soft">, now named {renamedTo}</span>}
        </span>
        <Badge tone={over ? 'plain' : tone}>{done}</Badge>
        {rulesetNames.length > 0 && <span className="break-words">as {quotedNames(rulesetNames)}</span>}
        {withdrawn !== null && <Badge tone="bad">withdrawn</Badge>}
        {expired && <Badge tone="warning">expired</Badge>}
        {!over && record.uncounted !== null && <Badge tone="warning">does not count</Badge>}
        {record.underOlderEngine !== null && <Badge tone="warning">older engine</Badge>}
        {record.underOtherLibrary && <Badge tone="warning">another unit library</Badge>}
        {meaning === 'approved' && <ChangedAloneMark at={signedAt} />}
        {mine && <span className="text-sm text-ink-faint">(you)</span>}
      </p>
      <p className="text-sm text-ink-faint">
        <span className="wrap-anywhere">{email}</span> · <TimeText at={signedAt} /> · signed with {METHOD_WORDS[method]}
        {expiresAt !== null && (
          <>
            {' '}
            · valid until <TimeText at={expiresAt} />
          </>
        )}
      </p>
      {record.account !== null && (
        <Suspense fallback={null}>
          <SignerAccount account={record.account} />
        </Suspense>
      )}
      {!over && record.uncounted !== null && <p className="mt-1 text-sm text-ink-soft">{record.uncounted}</p>}
      {!over && record.underOlderEngine !== null && (
        <p className="mt-1 text-sm text-ink-soft">{record.underOlderEngine}</p>
      )}
      {note !== null && <p className="mt-1 text-ink-soft">“{note}”</p>}
      {withdrawn !== null && (
        <p className="mt-1 text-sm text-ink-soft">
          Withdrawn by {withdrawn.by}, <TimeText at={withdrawn.at} />: “{withdrawn.reason}”
        </p>
      )}
    </div>
  )
}
