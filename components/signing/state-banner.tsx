import type { ReactNode } from 'react'
import { ChangedAloneMark } from '../ui/changed-alone'
import { Notice } from '../ui/notice'
import { placeKey } from '../ui/place-key'
import { quotedNames } from '../ui/quoted-names'
import { TimeText } from '../ui/time-text'
import { approvalState, type StateNote } from './approval-state'
import type { ReviewRow, Sheet } from './sheet'

/** How it stands with the approval of these bytes, before anything else on the page. */
export function StateBanner({ sheet }: { readonly sheet: Sheet }) {
  return (
    <div className="flex flex-col gap-2" data-testid="approval-state">
      {approvalState(sheet).map((note) => (
        <Told key={note.kind} note={note} />
      ))}
    </div>
  )
}

function Told({ note }: { readonly note: StateNote }) {
  switch (note.kind) {
    case 'approved':
      return (
        <Notice kind="done" title="Approved">
          <Approvers records={note.records} />
        </Notice>
      )
    case 'other_library':
      return (
        <Notice kind="warning" title="Approved under another unit library">
          <Approvers records={note.records} />
          <p className="mt-1 text-ink-soft">
            Units convert by another library now than when it was signed, so results may differ from what was approved.
          </p>
        </Notice>
      )
    case 'older_engine':
      return (
        <Notice kind="warning" title="Approved under an older engine">
          <Approvers records={note.records} />
          <p className="mt-1 text-ink-soft">{note.reason}</p>
        </Notice>
      )
    case 'changes_requested':
      return (
        <About kind="warning" title="Changes requested" record={note.record}>
          {note.record.note !== null && `: “${note.record.note}”`}
        </About>
      )
    case 'withdrawn':
      return (
        <Notice kind="warning" title="The approval was withdrawn">
          {note.record.withdrawn !== null && (
            <p>
              {note.record.withdrawn.by} withdrew the approval by {note.record.printedName} on{' '}
              <TimeText at={note.record.withdrawn.at} />: “{note.record.withdrawn.reason}”
            </p>
          )}
        </Notice>
      )
    case 'expired':
      return (
        <Notice kind="warning" title="The approval expired">
          <p>
            The approval by {note.record.printedName} counted until{' '}
            {note.record.expiresAt !== null && <TimeText at={note.record.expiresAt} />}.
          </p>
        </Notice>
      )
    case 'not_counted':
      return (
        <Notice kind="warning" title="Signed, and another approval is needed">
          <p>{note.reason}</p>
        </Notice>
      )
    case 'unsigned':
      return (
        <Notice kind="warning" title="Only unsigned approvals">
          <p>
            {note.count === 1 ? 'One approval was' : `${note.count} approvals were`} recorded by a program or an agent,
            and no approval that a person signed counts. See the list of signatures below.
          </p>
        </Notice>
      )
    case 'none':
      return (
        <Notice kind="info" title="Not approved yet">
          <p>Nobody signed an approval of exactly this text.</p>
        </Notice>
      )
  }
}

function Approvers({ records }: { readonly records: readonly ReviewRow[] }) {
  return (
    <ul>
      {records.map(({ id, printedName, rulesetNames, signedAt, expiresAt }, place) => (
        <li key={id || placeKey(place)}>
          By {printedName} on <TimeText at={signedAt} />
          {rulesetNames.length > 0 && `, as ${quotedNames(rulesetNames)}`}
          {expiresAt === null ? '' : '; it counts until '}
          {expiresAt !== null && <TimeText at={expiresAt} />} <ChangedAloneMark at={signedAt} />
        </li>
      ))}
    </ul>
  )
}

function About(props: {
  readonly kind: 'warning'
  readonly title: string
  readonly record: ReviewRow
  readonly children: ReactNode
}) {
  const { kind, title, record, children } = props
  return (
    <Notice kind={kind} title={title}>
      <p>
        By {record.printedName} on <TimeText at={record.signedAt} />
        {children}
      </p>
    </Notice>
  )
}
