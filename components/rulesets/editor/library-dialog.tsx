'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { placeLibrary, readParts } from '../../../server/language/syntax/sharing/read-parts'
import { Choice, Field } from '../../ui/controls'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { librariesQuery, libraryQuery } from '../libraries/library-data'

/** Inserts a library of the namespace, after showing its lines. */
export function LibraryDialog(props: {
  /** The text in the editor. */
  readonly text: () => string
  readonly onClose: () => void
  readonly onInsert: (text: string) => void
}) {
  const { text, onClose, onInsert } = props
  const { namespace } = useViewer()
  const libraries = useQuery(librariesQuery(namespace.id))
  const [chosen, setChosen] = useState('')
  const opened = useQuery({ ...libraryQuery(namespace.id, chosen), enabled: chosen !== '' })
  const [newest] = opened.data?.revisions ?? []
  const used = readParts(text()).uses.some(({ name }) => name === chosen)
  const refusal = libraries.error ?? opened.error
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Insert from a library"
      description="Its lines become part of this ruleset, with a hash that proves that they are unchanged. A later revision of the library changes nothing here."
      actions={
        <DialogActions
          onCancel={onClose}
          disabled={newest === undefined || opened.data === undefined}
          onClick={() => {
            if (newest !== undefined && opened.data !== undefined)
              onInsert(placeLibrary(text(), chosen, { sha256: newest.sha256, lines: opened.data.lines }))
          }}
        >
          {used ? 'Replace its lines' : 'Insert'}
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        {libraries.isPending && <SkeletonLines what="the libraries" lines={3} />}
        {refusal !== null && <RefusalNotice refusal={refusalOf(refusal)} />}
        {libraries.data?.length === 0 && (
          <Notice kind="info">
            <p>
              This namespace has no library yet. Save a text with shared statements in <code>library {'{ … };'}</code>:
              see <Link href="/docs/language#sharing-statements-libraries">Sharing statements</Link>.
            </p>
          </Notice>
        )}
        {libraries.data !== undefined && libraries.data.length > 0 && (
          <Field label="Library">
            {(bound) => (
              <Choice {...bound} value={chosen} onChange={({ target }) => setChosen(target.value)}>
                <option value="">Choose a library…</option>
                {libraries.data.map(({ name, names }) => (
                  <option key={name} value={name}>
                    {name}: {names.join(', ')}
                  </option>
                ))}
              </Choice>
            )}
          </Field>
        )}
        {used && (
          <Notice kind="info">
            <p>This ruleset already uses the library. Its lines are replaced.</p>
          </Notice>
        )}
        {opened.data !== undefined && (
          <pre
            data-testid="library-lines"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
            tabIndex={0}
            className="max-h-64 overflow-auto rounded-md border border-line bg-surface p-3 text-sm"
          >
            {opened.data.lines}
          </pre>
        )}
      </div>
    </Dialog>
  )
}
