import { useState } from 'react'
import { type ClaimLiterals, readLiterals } from './claim-literals'

/** The dictionary as JSON, in and out. Text that does not read stays here and changes nothing until it does. */
export function JsonView(props: { readonly text: string; readonly onChange: (literals: ClaimLiterals) => void }) {
  const { text, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? text
  const read = readLiterals(shown)
  const problem = 'problem' in read ? read.problem : null
  return (
    <div className="p-4">
      <label htmlFor="claims-json" className="text-sm font-medium">
        Claim dictionary as JSON
      </label>
      <textarea
        id="claims-json"
        value={shown}
        spellCheck={false}
        aria-invalid={problem !== null || undefined}
        aria-describedby="claims-json-problem"
        onChange={(event) => {
          const next = event.target.value
          const answer = readLiterals(next)
          setTyped(next)
          if ('literals' in answer) onChange(answer.literals)
        }}
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
