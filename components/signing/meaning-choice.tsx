import clsx from 'clsx'
import { CHOSEN_MEANINGS, type ChosenMeaning, MEANING_WORDS } from './meanings'

/** What the signature means: native radio buttons, each explained in a sentence. */
export function MeaningChoice(props: {
  readonly id: string
  readonly chosen: ChosenMeaning | null
  /** Why `approved` is not open to this person; null where it is. */
  readonly barred: string | null
  readonly missing: boolean
  readonly onChoose: (meaning: ChosenMeaning) => void
}) {
  const { id, chosen, barred, missing, onChoose } = props
  return (
    <fieldset aria-describedby={missing ? `${id}-meaning-problem` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">What your signature means</legend>
      <div className="flex flex-col gap-2">
        {CHOSEN_MEANINGS.map((meaning) => {
          const { title, explained } = MEANING_WORDS[meaning]
          const shut = meaning === 'approved' && barred !== null
          return (
            <label
              key={meaning}
              className={clsx(
                'flex gap-3 rounded-md border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                shut ? 'cursor-not-allowed border-line' : 'cursor-pointer',
                !shut &&
                  (chosen === meaning ? 'border-accent bg-accent-soft' : 'border-line-strong/50 hover:bg-canvas'),
              )}
            >
              <input
                type="radio"
                id={`${id}-${meaning}`}
                name={`${id}-meaning`}
                value={meaning}
                checked={chosen === meaning}
                disabled={shut}
                onChange={() => onChoose(meaning)}
                aria-labelledby={`${id}-${meaning}-title`}
                aria-describedby={`${id}-${meaning}-explained`}
                className="mt-1 size-4 shrink-0 accent-(--accent) outline-none"
              />
              <span className="min-w-0">
                <span id={`${id}-${meaning}-title`} className="block font-medium">
                  {title}
                </span>
                <span id={`${id}-${meaning}-explained`} className="block text-sm text-ink-soft">
                  {shut ? barred : explained}
                </span>
              </span>
            </label>
          )
        })}
      </div>
      {missing && (
        <p id={`${id}-meaning-problem`} role="alert" className="mt-1 text-sm text-false">
          Choose what your signature means.
        </p>
      )}
    </fieldset>
  )
}
