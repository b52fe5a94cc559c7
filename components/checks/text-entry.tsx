import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { ClaimField } from '../editor/ruleset-description'
import { isUndetermined, literalOf, stringOf } from './claim-literals'

export interface EntryProps {
  readonly claim: ClaimField
  readonly literal: string | undefined
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly onChange: (literal: string | undefined) => void
  /** The buttons for codes of the claim. */
  readonly codes: ReactNode
}

/** A text of one line or of several. An empty field means unknown. */
export function TextEntry(props: EntryProps) {
  const { claim, describedBy, invalid, onChange, codes } = props
  const literal = props.literal ?? literalOf(claim, {})
  const undetermined = isUndetermined(claim, literal)
  const string = undetermined ? '' : (stringOf(literal) ?? literal)
  const written = claim.codes.includes(string) ? '' : string
  return (
    <div className="flex flex-wrap items-start gap-2">
      <textarea
        rows={written.includes('\n') ? 3 : 1}
        aria-label={claim.question}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={written}
        placeholder={undetermined ? 'Unknown' : ''}
        spellCheck={false}
        onChange={({ target: { value } }) => onChange(value === '' ? undefined : JSON.stringify(value))}
        className={clsx(
          'min-h-8 w-full max-w-xs rounded-md border bg-raised px-2 py-1 text-sm placeholder:text-ink-faint',
          invalid ? 'border-false' : 'border-line-strong/60',
        )}
      />
      {codes}
    </div>
  )
}
