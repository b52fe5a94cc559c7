'use client'

import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatRuleset } from '../../../server/language/format/format'
import { importText, insertStatements, type KnownName } from '../../../server/language/imports/import-text'
import { Button, Field, LongEntry } from '../../ui/controls'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Notice } from '../../ui/notice'

/** Makes a table or a parameter from a file or from pasted cells, and shows it before it is inserted. */
export function ImportDialog(props: {
  /** Reads the claims and definitions of the text in the editor. */
  readonly names: () => Promise<readonly KnownName[]>
  readonly onClose: () => void
  /** The text in the editor. */
  readonly text: () => string
  readonly onInsert: (text: string) => void
}) {
  const { names, onClose, text: current, onInsert } = props
  const [known, setKnown] = useState<readonly KnownName[] | null>(null)
  const [source, setSource] = useState('')
  const file = useRef<HTMLInputElement>(null)
  // The text does not change while the dialog is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller passes a new function on each render
  useEffect(() => void names().then(setKnown), [])
  const imported = source.trim() === '' || known === null ? null : importText(source, known)
  const text = imported?.ok === true ? formatStatements(imported.text) : null
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import a table or a parameter"
      description="From a spreadsheet, CSV, YAML with dates, or DMN 1.3. The first line of a sheet names the claims, with units as in speed [km/h], and its last column holds the results. Rows that begin with dates become a parameter."
      actions={
        <DialogActions
          onCancel={onClose}
          disabled={text === null}
          onClick={() => text !== null && onInsert(insertStatements(current(), text))}
        >
          Insert
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Cells or file contents" hint="Paste them here, or choose a file.">
          {(bound) => (
            <LongEntry
              {...bound}
              rows={8}
              className="font-mono text-sm"
              value={source}
              spellCheck={false}
              onChange={({ target }) => setSource(target.value)}
            />
          )}
        </Field>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,.yaml,.yml,.dmn,.xml"
          aria-label="A CSV, YAML or DMN file"
          tabIndex={-1}
          className="sr-only"
          onChange={async ({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen !== undefined) setSource(await chosen.text())
            target.value = ''
          }}
        />
        <Button className="self-start" onClick={() => file.current?.click()}>
          <FileUp size={14} aria-hidden /> Choose a file…
        </Button>
        {imported?.ok === false && <Notice kind="problem">{imported.problem}</Notice>}
        {text !== null && (
          <pre
            data-testid="imported"
            className="max-h-64 overflow-auto rounded-md border border-line bg-surface p-3 text-sm"
          >
            {text}
          </pre>
        )}
        {imported?.ok === true &&
          imported.notes.map((note) => (
            <p key={note} className="text-sm text-ink-soft">
              {note}
            </p>
          ))}
      </div>
    </Dialog>
  )
}

const VERSION = 'version 1.4;\n'

function formatStatements(text: string): string {
  return formatRuleset(VERSION + text).slice(VERSION.length)
}
