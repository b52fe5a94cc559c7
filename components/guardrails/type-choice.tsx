import clsx from 'clsx'
import { useId } from 'react'
import { GUARDRAIL_TYPES, type GuardrailType } from '../../server/api/guardrail-terms'
import { TYPE_WORDS } from './guardrail-words'

/** What kind of guardrail: each with what it does. */
export function TypeChoice(props: { readonly type: GuardrailType; readonly onChoose: (type: GuardrailType) => void }) {
  const { type: chosen, onChoose } = props
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Type</legend>
      <div className="flex flex-col gap-1.5">
        {GUARDRAIL_TYPES.map((type) => (
          <label
            key={type}
            className={clsx(
              'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2',
              type === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-canvas',
            )}
          >
            <input
              type="radio"
              name={id}
              value={type}
              checked={type === chosen}
              onChange={() => onChoose(type)}
              aria-describedby={`${id}-${type}`}
              aria-label={TYPE_WORDS[type].title}
              className="mt-1 shrink-0 accent-(--accent)"
            />
            <span>
              <span className="font-medium">{TYPE_WORDS[type].title}</span>
              <span id={`${id}-${type}`} className="block text-sm text-ink-soft">
                It {TYPE_WORDS[type].does}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
