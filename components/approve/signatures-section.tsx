import Link from 'next/link'
import { Badge } from '../controls/badge'
import { Button } from '../controls/button'
import { placeKey } from '../controls/place-key'
import { TimeText } from '../controls/time-text'
import { MEANING_WORDS, METHOD_WORDS } from './meanings'
import { type ReviewRow, receiptPath, type Sheet } from './sheet'

const CHANNELS: Readonly<Record<Sheet['unsigned'][number]['channel'], string>> = {
  program: 'recorded by a program with a credential',
  agent: 'recorded by an agent',
  person: 'recorded for a person, without a signature',
}

/** What was signed under these bytes before, newest first; nothing of it is ever erased. */
export function SignaturesSection(props: { readonly sheet: Sheet; readonly onWithdraw: (record: ReviewRow) => void }) {
  const { sheet, onWithdraw } = props
  const { records, unsigned, may } = sheet
  return (
    <section aria-labelledby="signatures">
      <h2 id="signatures" className="mb-3 text-xl font-semibold">
        Signatures
      </h2>
      {records.length + unsigned.length === 0 && <p className="text-ink-soft">Nobody signed these bytes yet.</p>}
      {records.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface" data-testid="signatures">
          {records.toReversed().map((record) => (
            <li key={record.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <Signed record={record} />
              <div className="flex items-center gap-2">
                <Link href={receiptPath(record.rulesetHash, record.id)} className="text-sm text-accent underline">
                  Receipt<span className="sr-only"> of {record.printedName}’s signature</span>
                </Link>
                {may.sign && counts(record) && (
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
          <h3 className="mt-4 mb-2 font-semibold">Without a person’s signature</h3>
          <ul
            className="divide-y divide-line rounded-lg border border-line bg-surface"
            data-testid="unsigned-approvals"
          >
            {unsigned.toReversed().map(({ approver, note, approvedAt, channel }, place) => (
              <li key={placeKey(place)} className="px-4 py-3">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <Badge tone="warning">Unsigned</Badge>
                  <span className="font-medium">{approver}</span>
                  <span className="text-sm text-ink-faint">
                    {CHANNELS[channel]}, <TimeText at={approvedAt} />
                  </span>
                </p>
                {note !== null && <p className="mt-1 text-ink-soft">“{note}”</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function counts({ meaning, withdrawn, expired }: ReviewRow): boolean {
  return meaning === 'approved' && withdrawn === null && !expired
}

function Signed({ record }: { readonly record: ReviewRow }) {
  const { printedName, email, meaning, note, signedAt, method, expiresAt, expired, withdrawn, mine } = record
  const { done, tone } = MEANING_WORDS[meaning]
  const over = expired || withdrawn !== null
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">{printedName}</span>
        <Badge tone={over ? 'plain' : tone}>{done}</Badge>
        {withdrawn !== null && <Badge tone="bad">withdrawn</Badge>}
        {expired && <Badge tone="warning">expired</Badge>}
        {record.underOtherLibrary && <Badge tone="warning">another unit library</Badge>}
        {mine && <span className="text-sm text-ink-faint">you</span>}
      </p>
      <p className="text-sm text-ink-faint">
        {email} · <TimeText at={signedAt} /> · signed with {METHOD_WORDS[method]}
        {expiresAt !== null && (
          <>
            {' '}
            · counts until <TimeText at={expiresAt} />
          </>
        )}
      </p>
      {note !== null && <p className="mt-1 text-ink-soft">“{note}”</p>}
      {withdrawn !== null && (
        <p className="mt-1 text-sm text-ink-soft">
          Withdrawn by {withdrawn.by}, <TimeText at={withdrawn.at} />: “{withdrawn.reason}”
        </p>
      )}
    </div>
  )
}
