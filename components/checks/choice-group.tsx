import clsx from 'clsx'
import { useId } from 'react'

export interface Choice {
  readonly value: string
  readonly text: string
  /** Unknown is an answer of its own kind and looks like it. */
  readonly tone?: 'unknown'
}

/** Native radio buttons that look like one segmented control; arrows move between them as the platform does it. */
export function ChoiceGroup(props: {
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly choices: readonly Choice[]
  readonly chosen: string | null
  readonly invalid: boolean
  readonly onChoose: (value: string) => void
}) {
  const { labelledBy, describedBy, choices, chosen, invalid, onChoose } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className="flex flex-wrap gap-1"
    >
      {choices.map(({ value, text, tone }) => (
        <label
          key={value}
          className={clsx(
            'relative inline-flex min-h-8 min-w-12 cursor-pointer items-center justify-center rounded-md border px-2.5 py-1 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            chosen !== value && 'border-line-strong/60 text-ink-soft hover:bg-canvas hover:text-ink',
            chosen === value &&
              (tone === 'unknown'
                ? 'border-unknown bg-unknown-soft font-medium text-unknown'
                : 'border-accent bg-accent-soft font-medium text-ink'),
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
          />
          <span className="pointer-events-none break-words">{text}</span>
        </label>
      ))}
    </div>
  )
}
