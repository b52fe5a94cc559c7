'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { rememberDocument } from '../../documents/document-data'
import type { LanguageClient } from '../../editor/language-client'
import type { PastedText } from '../../editor/open-editor'
import { Button } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { looksLikeProse } from '../../ui/panel-states'
import { useViewer } from '../../ui/shell/viewer'
import { NoticeStrip } from './editor-bar'

const DocumentForm = dynamic(() => import('../../documents/document-form').then((module) => module.DocumentForm), {
  loading: () => null,
})

/** Offers to store pasted prose as a document. The pasted text stays in the editor until it is stored. */
export function PastedProse(props: {
  /** Null for an unsaved ruleset. */
  readonly name: string | null
  readonly pasted: PastedText
  readonly client: LanguageClient | null
  /** The text in the editor. */
  readonly text: () => string
  /** @param text for the editor, without the stored prose; null if it is no longer there as it was pasted */
  readonly onStored: (label: string, text: string | null) => void
  readonly onDismiss: () => void
}) {
  const { name, pasted, client, text, onStored, onDismiss } = props
  const { namespace } = useViewer()
  const [isProse, setProse] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isOutdated = false
    if (looksLikePolicy(pasted.text))
      void client?.ask(pasted.text, { about: 'outline' }).then((answer) => {
        // A text with a statement of the language is a ruleset with mistakes.
        if (!isOutdated && answer.about === 'outline') setProse(answer.result.length === 0)
      })
    return () => {
      isOutdated = true
    }
  }, [client, pasted])
  if (!isProse) return null
  return (
    <NoticeStrip
      kind="info"
      actions={
        <>
          <Button onClick={() => setOpen(true)}>Store it as a document</Button>
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      The pasted text looks like a written policy. As a document, it is shown next to the rules that you write for it.
      {isOpen && (
        <Dialog
          open
          wide
          title="Store the pasted text as a document"
          description="It is then taken out of the text of the ruleset. Undo brings it back."
          onClose={() => setOpen(false)}
        >
          <DocumentForm
            text={pasted.text}
            onAdded={(label) => {
              rememberDocument(namespace.id, name, label)
              onStored(label, withoutPasted(text(), pasted))
            }}
          />
        </Dialog>
      )}
    </NoticeStrip>
  )
}

/** A shorter text may be a note. */
const MIN_POLICY_LINES = 4
const MIN_POLICY_CHARS = 400

export function looksLikePolicy(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  return (lines >= MIN_POLICY_LINES || text.length >= MIN_POLICY_CHARS) && looksLikeProse(text)
}

/** @returns null if the pasted text has been changed since */
export function withoutPasted(now: string, { text, before, after }: PastedText): string | null {
  if (now === after) return before
  const at = now.indexOf(text)
  if (at < 0 || now.indexOf(text, at + 1) >= 0) return null
  return now.slice(0, at) + now.slice(at + text.length)
}
