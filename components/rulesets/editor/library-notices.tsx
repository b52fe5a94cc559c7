import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { placeLibrary } from '../../../server/language/syntax/sharing/read-parts'
import { MeaningComparisonView } from '../../meaning/meaning-comparison'
import { Button } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { personName } from '../../ui/lists'
import { useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { hintOf, type LibraryHint, type NewestRevision, usedLibraries, usesQuery } from '../libraries/library-data'
import { NoticeStrip } from './editor-bar'

interface NamedHint {
  readonly name: string
  readonly hint: LibraryHint
}

/**
 * Says which libraries of the text have a newer revision, or lines that the namespace does not know. Nothing is applied
 * before the author has seen what it changes.
 */
export function LibraryNotices(props: { readonly text: string; readonly onChange: (text: string) => void }) {
  const { text, onChange } = props
  const { namespace } = useViewer()
  const later = useDeferredValue(text)
  const uses = useMemo(() => usedLibraries(later), [later])
  const states = useQuery(usesQuery(namespace.id, uses)).data ?? []
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<{ readonly name: string; readonly newest: NewestRevision } | null>(null)
  const hints = uses.flatMap((use): NamedHint[] => {
    const state = states.find(({ name, sha256 }) => name === use.name && sha256 === use.sha256)
    const hint = hintOf(use, state)
    return hint === null || dismissed.has(keyOf({ name: use.name, hint })) ? [] : [{ name: use.name, hint }]
  })
  return (
    <>
      {hints.map((named) => (
        <LibraryNotice
          key={keyOf(named)}
          {...named}
          onShow={(newest) => setShown({ name: named.name, newest })}
          onRestore={(newest) => onChange(placeLibrary(text, named.name, newest))}
          onDismiss={() => setDismissed(new Set([...dismissed, keyOf(named)]))}
        />
      ))}
      {shown !== null && (
        <UpdateDialog
          {...shown}
          before={text}
          onClose={() => setShown(null)}
          onApply={(updated) => {
            onChange(updated)
            setShown(null)
          }}
        />
      )}
    </>
  )
}

function keyOf({ name, hint }: NamedHint): string {
  return `${hint.kind} ${name} ${'newest' in hint ? (hint.newest?.sha256 ?? '') : ''}`
}

function LibraryNotice(props: {
  readonly name: string
  readonly hint: LibraryHint
  readonly onShow: (newest: NewestRevision) => void
  readonly onRestore: (newest: NewestRevision) => void
  readonly onDismiss: () => void
}) {
  const { name, hint, onShow, onRestore, onDismiss } = props
  const newest = 'newest' in hint ? hint.newest : null
  return (
    <NoticeStrip
      kind={hint.kind === 'newer' ? 'info' : 'warning'}
      actions={
        <>
          {newest !== null && hint.kind !== 'changed' && (
            <Button onClick={() => onShow(newest)}>Show what changes</Button>
          )}
          {newest !== null && hint.kind === 'changed' && (
            <Button onClick={() => onRestore(newest)}>Insert its lines again</Button>
          )}
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <HintText name={name} hint={hint} />
    </NoticeStrip>
  )
}

function HintText({ name, hint }: NamedHint) {
  switch (hint.kind) {
    case 'newer':
      return (
        <>
          A newer revision of {name} is available: {personName(hint.newest.savedBy)} saved it,{' '}
          <TimeText at={hint.newest.savedAt} />.
        </>
      )
    case 'changed':
      return hint.newest === null
        ? `The lines of ${name} were changed, and this namespace has no library with that name.`
        : `The lines of ${name} were changed. You can insert those of its current revision.`
    case 'other':
      return `The lines of ${name} are in none of its revisions in this namespace.`
    case 'unknown':
      return `This namespace has no library ${name}.${hint.nearest === null ? '' : ` Did you mean ${hint.nearest}?`}`
  }
}

function UpdateDialog(props: {
  readonly name: string
  readonly newest: NewestRevision
  readonly before: string
  readonly onClose: () => void
  readonly onApply: (text: string) => void
}) {
  const { name, newest, before, onClose, onApply } = props
  const after = useMemo(() => placeLibrary(before, name, newest), [before, name, newest])
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`The current revision of ${name}`}
      description="This compares the meaning of your text with that of the same text with the current lines of the library."
      actions={
        <>
          <Button onClick={onClose}>Keep the lines as they are</Button>
          <Button look="primary" onClick={() => onApply(after)}>
            Use the current revision
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-soft">
        {newest.savedBy}, <TimeText at={newest.savedAt} />
        {newest.message !== null && <span className="break-words whitespace-pre-wrap">: {newest.message}</span>}
      </p>
      <MeaningComparisonView from={{ source: before }} to={{ source: after }} />
    </Dialog>
  )
}
