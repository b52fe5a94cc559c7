import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/controls'
import { CopyText } from '../ui/copy-text'
import { saveFile } from '../ui/download-text'
import { type ClaimLiterals, readLiterals } from './claim-literals'

/** Invalid text stays here and changes nothing. */
export function JsonView(props: { readonly text: string; readonly onChange: (literals: ClaimLiterals) => void }) {
  const { text, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const shown = typed ?? text
  const read = readLiterals(shown)
  const problem = 'problem' in read ? read.problem : null
  const take = (next: string) => {
    const answer = readLiterals(next)
    setTyped(next)
    if ('literals' in answer) onChange(answer.literals)
  }
  return (
    <div className="p-4">
      <div className="flex flex-wrap items-center gap-1">
        <label htmlFor="claims-json" className="mr-auto text-sm font-medium">
          Facts as JSON
        </label>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label="A file with facts"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void event.target.files?.[0]?.text().then(take)
            // Lets the same file be chosen again.
            event.target.value = ''
          }}
        />
        <Button look="quiet" onClick={() => file.current?.click()}>
          <FileUp size={14} aria-hidden /> Open a file
        </Button>
        <CopyText text={shown} label="Copy" what="the facts" />
        <Button look="quiet" onClick={() => saveFile('claims.json', new Blob([shown], { type: 'application/json' }))}>
          Download
        </Button>
      </div>
      <textarea
        id="claims-json"
        value={shown}
        spellCheck={false}
        aria-invalid={problem !== null || undefined}
        aria-describedby="claims-json-problem"
        onChange={(event) => take(event.target.value)}
        onBlur={() => {
          if (problem === null) setTyped(null)
        }}
        className="mt-1 block min-h-96 w-full resize-y rounded-md border border-line-strong/60 bg-raised p-3 font-mono text-sm"
      />
      <p id="claims-json-problem" role="status" className="mt-1 min-h-5 text-sm text-false">
        {problem !== null && `Not read: ${problem}.`}
      </p>
    </div>
  )
}
