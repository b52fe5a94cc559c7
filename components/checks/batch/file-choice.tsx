import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RecordField } from '../../../server/engine/records/record-fields'
import { Button, Choice, Field, LongEntry } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import type { BatchForm } from './record-scanner'

export function FileChoice(props: {
  readonly problem: string | null
  readonly fields: readonly RecordField[]
  readonly onChoose: (file: File, form: BatchForm) => void
}) {
  const { problem, fields, onChoose } = props
  const [pasted, setPasted] = useState('')
  const [form, setForm] = useState<BatchForm>('csv')
  const file = useRef<HTMLInputElement>(null)
  const header = fields
    .map(({ column }) => (/[",\n]/.test(column) ? `"${column.replaceAll('"', '""')}"` : column))
    .join(',')
  return (
    <section aria-label="A whole file" className="space-y-5" data-testid="batch">
      {problem !== null && <Notice kind="problem">{problem}</Notice>}
      <div className="rounded-lg border border-line bg-surface p-5">
        <p className="max-w-prose text-ink-soft">
          Check many cases at once, up to several hundred thousand. The first line of a CSV file names the claims, or
          the columns that the ruleset names for them. An empty cell means unknown, unless the claim has a code for it.
          Write yes and no, or true and false, numbers as in 1234.50, and dates as in 2026-01-31. Give the unit of a
          quantity in the cell (3 kg) or in the header (weight [kg]). A JSON Lines file has the facts of one case on
          each line.
        </p>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.jsonl,.ndjson,text/csv,application/x-ndjson"
          aria-label="A CSV or JSON Lines file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen !== undefined) onChoose(chosen, formOf(chosen.name))
            event.target.value = ''
          }}
        />
        <Button look="primary" className="mt-4" onClick={() => file.current?.click()}>
          <FileUp size={14} aria-hidden /> Choose a file…
        </Button>
      </div>
      <details className="rounded-lg border border-line bg-surface p-5">
        <summary className="cursor-pointer font-medium">Paste rows instead</summary>
        <div className="mt-3 space-y-3">
          <Field label="Format" className="max-w-48">
            {(bound) => (
              <Choice
                {...bound}
                value={form}
                onChange={(event) => setForm(event.target.value === 'csv' ? 'csv' : 'json lines')}
              >
                <option value="csv">CSV</option>
                <option value="json lines">JSON Lines</option>
              </Choice>
            )}
          </Field>
          <Field
            label="Rows"
            hint={form === 'csv' ? `The first line names the claims: ${header}` : 'One case on each line.'}
          >
            {(bound) => (
              <LongEntry
                {...bound}
                rows={8}
                spellCheck={false}
                className="font-mono text-sm"
                value={pasted}
                onChange={(event) => setPasted(event.target.value)}
              />
            )}
          </Field>
          <Button
            disabled={pasted.trim() === ''}
            onClick={() => onChoose(new File([pasted], form === 'csv' ? 'pasted.csv' : 'pasted.jsonl'), form)}
          >
            Use these rows
          </Button>
        </div>
      </details>
    </section>
  )
}

function formOf(fileName: string): BatchForm {
  return /\.(jsonl|ndjson|json)$/i.test(fileName) ? 'json lines' : 'csv'
}
