'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { useLanguage } from '../../editor/language-client'
import { personName } from '../../ui/lists'
import { refusalOf } from '../../ui/server-calls'
import { offerActions } from '../../ui/shell/page-actions'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { useUnitLibrary } from '../../units/read-units'
import { type LabelChoice, labelOf, labelRequest, type OpenedRuleset, rulesetQuery } from '../ruleset-data'
import { EditorBar, NoticeStrip } from './editor-bar'
import { EditorWorkspace } from './editor-panels'
import { type MergeReport, type SavedText, useMerge, useSave } from './use-save'
import { useWorkingCopy } from './use-working-copy'

// Notices and dialogs are loaded when needed, so that the page is usable sooner.
const DraftNotices = dynamic(() => import('./editor-notices').then((module) => module.DraftNotices), {
  loading: () => null,
})
const NewerNotice = dynamic(() => import('./editor-notices').then((module) => module.NewerNotice), {
  loading: () => null,
})
const MergeNotice = dynamic(() => import('./editor-notices').then((module) => module.MergeNotice), {
  loading: () => null,
})
const StartedNotice = dynamic(() => import('./editor-notices').then((module) => module.StartedNotice), {
  loading: () => null,
})
const SavedNotice = dynamic(() => import('./editor-notices').then((module) => module.SavedNotice), {
  loading: () => null,
})
const UnlistedNotice = dynamic(() => import('./editor-notices').then((module) => module.UnlistedNotice), {
  loading: () => null,
})
const SaveDialog = dynamic(() => import('./save-dialog').then((module) => module.SaveDialog), { loading: () => null })
const ConflictDialog = dynamic(() => import('./conflict-dialog').then((module) => module.ConflictDialog), {
  loading: () => null,
})
const ImportDialog = dynamic(() => import('./import-dialog').then((module) => module.ImportDialog), {
  loading: () => null,
})
const LibraryDialog = dynamic(() => import('./library-dialog').then((module) => module.LibraryDialog), {
  loading: () => null,
})
const ReviewNotices = dynamic(() => import('./review-notices').then((module) => module.ReviewNotices), {
  loading: () => null,
})
const SuggestionNotice = dynamic(() => import('./suggestion-notice').then((module) => module.SuggestionNotice), {
  loading: () => null,
})
const LibraryNotices = dynamic(() => import('./library-notices').then((module) => module.LibraryNotices), {
  loading: () => null,
})
const LabelDialog = dynamic(() => import('./label-dialog').then((module) => module.LabelDialog), {
  loading: () => null,
})

/** @param title names the text in the notice that offers undo */
export type StartFrom = (text: string, title: string) => void

/** The text that an example replaced. */
interface Replaced {
  readonly title: string
  readonly former: string
  /** Id of its draft; null if the author did not type it. */
  readonly draft: string | null
}

export function RulesetEditor(props: {
  /** Null for an unsaved ruleset. */
  readonly name: string | null
  readonly opened: OpenedRuleset | null
  /** Initial text of the editor. */
  readonly text: string
  /** Initial content besides the ruleset, for example a bundled example. May be empty. */
  readonly start: string
  /** Id of a suggestion to apply to the draft. */
  readonly suggestion?: string | null
  /** Offers other initial texts until the first save; `startFrom` puts one into the editor. */
  readonly beginning?: (startFrom: StartFrom) => ReactNode
}) {
  const { person, namespace } = useViewer()
  const readOnly = !useMay('save')
  const [name, setName] = useState(props.name)
  const [wordedName, setWordedName] = useState(props.name ?? '')
  const [label, setLabel] = useState<LabelChoice | null>(null)
  const [dialog, setDialog] = useState<'save' | 'conflict' | 'label' | 'import' | 'library' | null>(null)
  const [saved, setSaved] = useState<SavedText | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const [report, setReport] = useState<MergeReport | null>(null)
  const [replaced, setReplaced] = useState<Replaced | null>(null)
  const reveal = useRef<((line: number) => void) | null>(null)
  const { client, state } = useLanguage()
  useUnitLibrary(client)

  const opened = useQuery({ ...rulesetQuery(namespace.id, name ?? ''), enabled: name !== null }).data ?? null
  const copy = useWorkingCopy({
    owner: { personId: person.id, namespaceId: namespace.id, name },
    base: { hash: props.opened?.hash ?? null, source: props.opened?.source ?? null },
    text: props.text,
    start: props.start,
  })
  const words = { name: wordedName, message: copy.message }
  const theirs = opened !== null && copy.ready && opened.hash !== copy.base.hash ? opened : null

  useEffect(() => {
    if (copy.ready) client?.setText(copy.text)
  }, [client, copy.ready, copy.text])

  const save = useSave(copy, {
    onSaved: (done) => {
      setSaved(done)
      setName(done.name)
      setWordedName(done.name)
      setLabel(null)
      setDialog(null)
      setReport(null)
      setReplaced(null)
      if (name === null) {
        window.history.replaceState(null, '', rulesetPath(done.name))
        document.title = `${done.name} · Touchstone`
      }
    },
    onConflict: (newer) => {
      if (name !== null) setDialog('conflict')
      else setTaken(`${personName(newer.savedBy)} already saved a ruleset with this name. Choose another name.`)
    },
  })
  const merge = useMerge(copy)
  const ask = () => {
    save.reset()
    setTaken(null)
    setDialog(theirs !== null && copy.dirty ? 'conflict' : 'save')
  }
  const discard = () => {
    copy.replace(opened?.source ?? props.text)
    copy.say('')
  }
  const startFrom: StartFrom = (text, title) => {
    const former = copy.now().text
    if (text === former) return
    setReplaced({ title, former, draft: copy.setAside() })
    copy.replace(text)
  }
  const undoStart = ({ former, draft }: Replaced) => {
    copy.replace(former)
    if (draft !== null) copy.dropOther({ pageId: draft })
    setReplaced(null)
  }
  const send = (base: string | null) =>
    save.mutate({ ...words, name: words.name.trim(), label: labelRequest(label), base })

  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })
  useEffect(() => {
    if (readOnly) return
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      // An open dialog has its own buttons.
      if (document.querySelector('dialog[open]') === null) asking.current()
    }
    window.addEventListener('keydown', pressed, true)
    const withdraw = offerActions([
      { title: 'Save', run: () => asking.current() },
      { title: 'Import a table', run: () => setDialog('import') },
      { title: 'Use a library', run: () => setDialog('library') },
    ])
    return () => {
      window.removeEventListener('keydown', pressed, true)
      withdraw()
    }
  }, [readOnly])

  const errors = state.diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0
  const shownLabel = label ?? labelOf(opened)
  const takeTheirs = () => {
    if (theirs === null || theirs.source === null) return
    copy.setAside()
    copy.replace(theirs.source, theirs)
    setDialog(null)
  }
  return (
    <main id="main" className="flex min-h-0 flex-1 flex-col overflow-x-clip">
      <EditorBar
        beginning={name === null ? props.beginning?.(startFrom) : undefined}
        {...{ name, opened, readOnly, label: shownLabel, labelling: opened?.labelling ?? true }}
        dirty={copy.dirty || label !== null}
        saving={save.isPending}
        onImport={() => setDialog('import')}
        onLibrary={() => setDialog('library')}
        onLabel={() => setDialog('label')}
        onSave={ask}
      />
      {(opened?.archivedAt || opened?.renamedTo) && <UnlistedNotice opened={opened} />}
      {opened?.source === null && (
        <NoticeStrip kind="problem">The stored text of this revision is damaged and cannot be shown.</NoticeStrip>
      )}
      {theirs !== null && (
        <NewerNotice theirs={theirs} dirty={copy.dirty} onDecide={() => setDialog('conflict')} onShow={takeTheirs} />
      )}
      {report !== null && (
        <MergeNotice report={report} onReveal={(line) => reveal.current?.(line)} onDismiss={() => setReport(null)} />
      )}
      {saved !== null && !copy.dirty && <SavedNotice saved={saved} onDismiss={() => setSaved(null)} />}
      {replaced !== null && (
        <StartedNotice
          title={replaced.title}
          isStored={replaced.draft !== null}
          onUndo={() => undoStart(replaced)}
          onDismiss={() => setReplaced(null)}
        />
      )}
      {name !== null && opened !== null && <ReviewNotices name={name} hash={opened.hash} />}
      {!readOnly && copy.ready && props.suggestion != null && (
        <SuggestionNotice commentId={props.suggestion} text={() => copy.now().text} onApply={startFrom} />
      )}
      {!readOnly && <DraftNotices copy={copy} hidden={replaced?.draft ?? null} onDiscard={discard} />}
      {!readOnly && mayUseLibraries(copy.text) && <LibraryNotices text={copy.text} onChange={copy.replace} />}
      <EditorWorkspace {...{ name, opened, copy, client, state, readOnly, reveal }} />
      {dialog === 'save' && (
        <SaveDialog
          {...{ fresh: name === null, words, errors, taken, saving: save.isPending }}
          source={() => copy.now().text}
          refusal={save.isError ? refusalOf(save.error) : null}
          onWords={(next) => {
            setTaken(null)
            setWordedName(next.name)
            copy.say(next.message)
          }}
          onSave={() => send(copy.base.hash)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'conflict' && theirs !== null && (
        <ConflictDialog
          theirs={theirs}
          busy={merge.isPending || save.isPending}
          refusal={merge.isError ? refusalOf(merge.error) : save.isError ? refusalOf(save.error) : null}
          onMerge={() =>
            merge.mutate(theirs, {
              onSuccess: (done) => {
                setReport(done)
                setDialog(null)
              },
            })
          }
          onSaveAfter={() => send(theirs.hash)}
          onTakeTheirs={takeTheirs}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'import' && (
        <ImportDialog
          names={async () => {
            const answer = await client?.ask(copy.now().text, { about: 'names' })
            return answer?.about === 'names' ? answer.names : []
          }}
          text={() => copy.now().text}
          onClose={() => setDialog(null)}
          onInsert={(text) => {
            copy.replace(text)
            setDialog(null)
          }}
        />
      )}
      {dialog === 'library' && (
        <LibraryDialog
          text={() => copy.now().text}
          onClose={() => setDialog(null)}
          onInsert={(text) => {
            copy.replace(text)
            setDialog(null)
          }}
        />
      )}
      {dialog === 'label' && (
        <LabelDialog
          choice={shownLabel}
          onClose={() => setDialog(null)}
          onChoose={(choice) => {
            setLabel(choice)
            setDialog(null)
          }}
        />
      )}
    </main>
  )
}

/** Quick, because it runs at every change. */
function mayUseLibraries(text: string): boolean {
  return text.includes('sha256:')
}
