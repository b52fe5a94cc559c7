import clsx from 'clsx'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { Conclusion } from '../../../server/api/terms/guardrail-terms'

const FACES = {
  YES: { icon: CircleCheck, look: 'bg-true-soft text-true' },
  NO: { icon: CircleX, look: 'bg-false-soft text-false' },
  UNKNOWN: { icon: CircleHelp, look: 'bg-unknown-soft text-unknown' },
} as const

/** Shows a conclusion by icon, word and colour, so that it does not depend on only one of them. */
export function ConclusionMark({
  conclusion,
  large = false,
}: {
  readonly conclusion: Conclusion
  readonly large?: boolean
}) {
  const { icon: Icon, look } = FACES[conclusion]
  return (
    <span
      className={clsx(
        'inline-flex shrink-0 items-center gap-1 rounded-sm font-semibold',
        large ? 'px-2.5 py-1 text-lg' : 'px-1.5 py-0.5 text-xs',
        look,
      )}
    >
      <Icon size={large ? 18 : 13} strokeWidth={2.5} aria-hidden />
      {conclusion}
    </span>
  )
}
