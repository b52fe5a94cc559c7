import { PenLine } from 'lucide-react'
import { approvalState, type StateNote } from './approval-state'
import type { Sheet } from './sheet'

const STATES: Readonly<Record<StateNote['kind'], string>> = {
  approved: 'Approved',
  other_library: 'Approved under another unit library',
  older_engine: 'Approved under an engine that gave other results',
  changes_requested: 'Changes requested',
  withdrawn: 'The approval was withdrawn',
  expired: 'The approval expired',
  not_counted: 'Signed, and another approval is needed',
  unsigned: 'Only unsigned approvals',
  none: 'Not approved yet',
}

/** What is signed and how it stands, at the lower edge of the page, with the way to the signature. */
export function SignBar({ sheet }: { readonly sheet: Sheet }) {
  const [first] = approvalState(sheet)
  const name = sheet.heading.names.join(', ')
  return (
    <section
      aria-label="Sign this text"
      data-sign-bar=""
      className="sticky bottom-0 z-20 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-4 py-2 print:hidden"
    >
      <p className="mr-auto min-w-0 flex-1 basis-40 break-words">
        {name !== '' && <span className="font-medium">{name} </span>}
        <code className="font-mono text-sm text-ink-soft">{sheet.rulesetHash.slice(0, 10)}</code>
        {first !== undefined && <span className="text-sm text-ink-soft"> · {STATES[first.kind]}</span>}
      </p>
      <a
        href="#sign"
        className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-2.5 text-sm font-medium text-on-accent hover:opacity-90"
      >
        <PenLine size={15} aria-hidden /> Go to the signature
      </a>
    </section>
  )
}
