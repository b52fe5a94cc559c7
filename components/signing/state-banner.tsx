import { PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { positionKey, quotedNames } from '../ui/lists'
import { Notice } from '../ui/notice'
import { ChangedAloneMark } from '../ui/shell/in-force-line'
import { TimeText } from '../ui/time-text'
import { approvalState, type StateNote } from './approval-state'
import type { ReviewRow, Sheet } from './sheet'

/** The approval state at the top of the page. */
export function StateBanner({ sheet }: { readonly sheet: Sheet }) {
  return (
    <div className="flex flex-col gap-2" data-testid="approval-state">
      {approvalState(sheet).map((note) => (
        <StateNotice key={note.kind} note={note} />
      ))}
    </div>
  )
}

function StateNotice({ note }: { readonly note: StateNote }) {
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
            The unit library has changed since it was signed, so results may differ from what was approved.
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
            The approval by {note.record.printedName} was valid until{' '}
            {note.record.expiresAt !== null && <TimeText at={note.record.expiresAt} />}.
          </p>
        </Notice>
      )
    case 'not_counted':
      return (
        <Notice kind="warning" title="Signed, but another approval is needed">
          <p>{note.reason}</p>
        </Notice>
      )
    case 'unsigned':
      return (
        <Notice kind="warning" title="Only unsigned approvals">
          <p>
            {note.count === 1 ? 'One approval was' : `${note.count} approvals were`} recorded by a program or an agent,
            and no approval signed by a person counts. See the list of signatures below.
          </p>
        </Notice>
      )
    case 'open_comments':
      return (
        <Notice kind="warning" title={STATES.open_comments}>
          <p>
            {note.count === 1 ? 'One comment of the review is' : `${note.count} comments of the review are`} open. They
            must be resolved before this text can be approved.
          </p>
        </Notice>
      )
    case 'none':
      return (
        <Notice kind="info" title="Not approved yet">
          <p>No member has signed an approval of exactly this text. {note.missing}</p>
        </Notice>
      )
  }
}

function Approvers({ records }: { readonly records: readonly ReviewRow[] }) {
  return (
    <ul>
      {records.map(({ id, printedName, rulesetNames, signedAt, expiresAt }, position) => (
        <li key={id || positionKey(position)}>
          By {printedName} on <TimeText at={signedAt} />
          {rulesetNames.length > 0 && `, as ${quotedNames(rulesetNames)}`}
          {expiresAt === null ? '' : ', valid until '}
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

const STATES: Readonly<Record<StateNote['kind'], string>> = {
  approved: 'Approved',
  other_library: 'Approved under another unit library',
  older_engine: 'Approved under an engine that gave other results',
  changes_requested: 'Changes requested',
  withdrawn: 'The approval was withdrawn',
  expired: 'The approval expired',
  not_counted: 'Signed, but another approval is needed',
  unsigned: 'Only unsigned approvals',
  open_comments: 'Open comments prevent an approval',
  none: 'Not approved yet',
}

/** Shows name, hash and approval state at the bottom of the page, with a link to the signature. */
export function SignBar({ sheet }: { readonly sheet: Sheet }) {
  const [first] = approvalState(sheet)
  const name = sheet.heading.names.join(', ')
  return (
    <section
      aria-label="Sign this text"
      data-sign-bar=""
      className="sticky bottom-0 z-20 -mx-4 mt-8 flex items-center gap-3 border-t border-line bg-surface px-4 py-2 print:hidden"
    >
      <div className="mr-auto min-w-0 flex-1">
        {name !== '' && (
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
        )}
        <p className="text-sm text-ink-soft">
          <code className="font-mono">{sheet.rulesetHash.slice(0, 10)}</code>
          {first !== undefined && <> · {STATES[first.kind]}</>}
        </p>
      </div>
      <a
        href="#sign"
        className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md bg-accent px-2.5 text-sm font-medium text-on-accent hover:opacity-90"
      >
        <PenLine size={15} aria-hidden /> Go to the signature
      </a>
    </section>
  )
}
