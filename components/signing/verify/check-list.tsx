import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReceiptCheck } from '../../../server/attestation/receipt-check'
import { CHECK_WORDS } from './check-words'

/** Shows every check with its outcome in words, not only by colour. */
export function CheckList({ checks }: { readonly checks: readonly ReceiptCheck[] }) {
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="mb-2 text-xl font-semibold">
        What was checked
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface" data-testid="checks">
        {checks.map((check) => (
          <Check key={check.what} check={check} />
        ))}
      </ul>
    </section>
  )
}

function Check({ check: { what, holds, detail } }: { readonly check: ReceiptCheck }) {
  const { title, explained } = CHECK_WORDS[what]
  const { Icon, tint, word } = OUTCOMES[holds === null ? 'unchecked' : holds ? 'holds' : 'fails']
  return (
    <li className="flex gap-3 px-4 py-3" data-outcome={word}>
      <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${tint}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title}</span>
          <span className={`text-sm ${tint}`}>{word}</span>
        </p>
        <p className="text-sm text-ink-soft">{explained}</p>
        {detail !== '' && <p className="mt-0.5 text-sm wrap-anywhere text-ink-faint">{detail}</p>}
      </div>
    </li>
  )
}

const OUTCOMES = {
  holds: { Icon: CircleCheck, tint: 'text-true', word: 'holds' },
  fails: { Icon: CircleX, tint: 'text-false', word: 'does not hold' },
  unchecked: { Icon: CircleHelp, tint: 'text-warning', word: 'not checked' },
} as const
