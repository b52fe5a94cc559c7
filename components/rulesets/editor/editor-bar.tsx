import clsx from 'clsx'
import { Library, Table, Tag } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { Button } from '../../ui/controls'
import { HashText } from '../../ui/copy-text'
import { Badge } from '../../ui/notice'
import { InForceLine } from '../../ui/shell/in-force-line'
import { TimeText } from '../../ui/time-text'
import { ApprovalBadge } from '../history/approval-badge'
import { domainTitle, type LabelChoice, type OpenedRuleset } from '../ruleset-data'

const PAGE_WORDS = { check: 'Check page', history: 'History', review: 'Review' } as const

/** Shows which ruleset is open and whether it is saved, and saves it. */
export function EditorBar(props: {
  readonly name: string | null
  readonly beginning?: ReactNode
  /** The current revision; null before the first save. */
  readonly opened: OpenedRuleset | null
  readonly dirty: boolean
  readonly saving: boolean
  readonly readOnly: boolean
  readonly label: LabelChoice
  readonly labelling: boolean
  readonly onImport: () => void
  readonly onLibrary: () => void
  readonly onLabel: () => void
  readonly onSave: () => void
}) {
  const { name, opened, readOnly, label, labelling, onImport, onLibrary, onLabel, onSave } = props
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-4 py-2">
      <h1 className="min-w-0 font-semibold break-words">{name ?? 'New ruleset'}</h1>
      {props.beginning}
      {opened !== null && (
        <>
          <HashText hash={opened.hash} what="hash of the saved revision" />
          <ApprovalBadge state={opened.approval} hash={opened.hash} />
          {opened.approvalReason !== null && (
            <span className="basis-full text-sm text-ink-soft sm:basis-auto">{opened.approvalReason}</span>
          )}
          {opened.inForce !== null && <InForceLine inForce={opened.inForce} />}
        </>
      )}
      <p role="status" className="text-sm text-ink-faint" data-testid="save-state">
        <SaveState {...props} />
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        {name !== null && (
          <nav aria-label="Pages of this ruleset" className="flex">
            {(['check', 'history', 'review'] as const).map((page) => (
              <Link
                key={page}
                href={rulesetPath(name, page)}
                className="rounded-md px-2 py-1 text-sm text-ink-soft hover:bg-canvas hover:text-ink"
              >
                {PAGE_WORDS[page]}
              </Link>
            ))}
          </nav>
        )}
        {!readOnly && (
          <>
            <Button look="quiet" onClick={onImport}>
              <Table size={14} aria-hidden /> Import
            </Button>
            <Button look="quiet" onClick={onLibrary}>
              <Library size={14} aria-hidden /> Libraries
            </Button>
          </>
        )}
        {labelling && readOnly && label.kind !== 'none' && <Badge>{labelWord(label)}</Badge>}
        {labelling && !readOnly && (
          <Button look="quiet" onClick={onLabel} aria-label={`Label: ${labelWord(label)}`}>
            <Tag size={14} aria-hidden /> {labelWord(label)}
          </Button>
        )}
        {!readOnly && (
          <Button look="primary" onClick={onSave} title="Ctrl S">
            Save
          </Button>
        )}
      </div>
    </div>
  )
}

function SaveState({ name, opened, dirty, saving, readOnly }: Parameters<typeof EditorBar>[0]) {
  if (readOnly) return 'Read-only'
  if (saving) return 'Saving…'
  if (name === null) return 'Not saved yet'
  if (dirty) return <span className="font-medium text-warning">Unsaved changes</span>
  if (opened === null) return 'Saved'
  return (
    <>
      Saved <TimeText at={opened.savedAt} />
    </>
  )
}

function labelWord(label: LabelChoice): string {
  if (label.kind === 'domain') return domainTitle(label.domain)
  return label.kind === 'declined' ? 'No label' : 'Add a label'
}

const LOOKS = { info: 'bg-accent-soft', warning: 'bg-warning-soft', problem: 'bg-false-soft', done: 'bg-true-soft' }

/** A line above the editor that stays until the author acts on it. */
export function NoticeStrip(props: {
  readonly kind: keyof typeof LOOKS
  readonly children: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div
      role={props.kind === 'problem' ? 'alert' : 'status'}
      className={clsx(
        'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm',
        LOOKS[props.kind],
      )}
    >
      <div className="mr-auto min-w-0 break-words">{props.children}</div>
      {props.actions !== undefined && <div className="flex flex-wrap gap-1">{props.actions}</div>}
    </div>
  )
}
