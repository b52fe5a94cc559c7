import { useId } from 'react'

export type Tier = 'standard' | 'read_only'

const TIERS: readonly { readonly tier: Tier; readonly title: string; readonly about: string }[] = [
  { tier: 'standard', title: 'Standard', about: 'Checks, saves rulesets, adds converters and records approvals.' },
  { tier: 'read_only', title: 'Read only', about: 'Checks and reads; changes nothing that the namespace keeps.' },
]

/** What the holder of a credential may do. */
export function TierChoice({
  tier: chosen,
  onChoose,
}: {
  readonly tier: Tier
  readonly onChoose: (tier: Tier) => void
}) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Tier</legend>
      <div className="flex flex-col gap-2">
        {TIERS.map(({ tier, title, about }) => (
          <div key={tier} className="flex items-start gap-2">
            <input
              type="radio"
              id={`${id}-${tier}`}
              name={id}
              checked={tier === chosen}
              onChange={() => onChoose(tier)}
              aria-describedby={`${id}-${tier}-about`}
              className="mt-1 size-4 shrink-0 accent-(--accent)"
            />
            <div>
              <label htmlFor={`${id}-${tier}`}>{title}</label>
              <p id={`${id}-${tier}-about`} className="text-sm text-ink-faint">
                {about}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
