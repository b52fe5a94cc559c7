'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { nextDocumentPath } from '../../server/api/page-paths'
import { Button, Field, LongEntry, TextEntry } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { type DocumentContent, pastedContent, proposedTitle, uploadedContent } from './document-data'

/** Formats that a document can be uploaded in, by the end of the file's name. */
const DOCUMENT_FILES = '.txt,.md,.markdown,.html,.htm,.docx,.pdf'

/** Adds a document, or a revision to the given one. */
export function DocumentForm(props: {
  readonly revised?: { readonly label: string; readonly base: number }
  /** The text at first. */
  readonly text?: string
  /** Called instead of opening the page of the document. */
  readonly onAdded?: (label: string) => void
}) {
  const { revised, onAdded } = props
  const router = useRouter()
  const search = useSearchParams()
  const queries = useQueryClient()
  const [label, setLabel] = useState('')
  const [title, setTitle] = useState('')
  const [text, setText] = useState(props.text ?? '')
  const [file, setFile] = useState<File | null>(null)
  const saving = useMutation({
    mutationFn: async () => {
      const content: DocumentContent = file === null ? pastedContent(text) : await uploadedContent(file)
      if (revised !== undefined) return server.documents.revise.mutate({ ...revised, content })
      const named = title.trim() === '' ? proposedTitle(file === null ? text : file.name) : title
      return server.documents.add.mutate({ label, title: named, content })
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries()
      setText('')
      setFile(null)
      if (onAdded === undefined) router.push(nextDocumentPath(saved.label, search))
      else onAdded(saved.label)
    },
  })
  const isEmpty = (file === null && text.trim() === '') || (revised === undefined && label.trim() === '')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      {revised === undefined && (
        <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
          <Field label="Label" hint="Rulesets cite it, as in TE-07.">
            {(bound) => <TextEntry {...bound} value={label} onChange={({ target }) => setLabel(target.value)} />}
          </Field>
          <Field label="Title" hint="If it is empty, the first line of the text.">
            {(bound) => (
              <TextEntry {...bound} value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
            )}
          </Field>
        </div>
      )}
      <Field label="Text of the policy" hint="Text, Markdown or HTML.">
        {(bound) => (
          <LongEntry
            {...bound}
            rows={8}
            value={text}
            disabled={file !== null}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Field label="Or a file" hint="At most 5 MB, as .txt, .md, .html, .docx or .pdf. It is read on this server only.">
        {(bound) => (
          <input
            {...bound}
            type="file"
            accept={DOCUMENT_FILES}
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {saving.error !== null && <RefusalNotice refusal={refusalOf(saving.error)} />}
      <div>
        <Button type="submit" look="primary" disabled={isEmpty || saving.isPending}>
          {saving.isPending ? 'Reading…' : revised === undefined ? 'Add the document' : 'Add the revision'}
        </Button>
      </div>
    </form>
  )
}
