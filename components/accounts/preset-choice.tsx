import { useId } from 'react'
import { NAMESPACE_RULE_NAMES, NAMESPACE_RULES, type Preset } from '../../server/api/namespace-rules'
import { Badge } from '../ui/badge'

const LATER = NAMESPACE_RULE_NAMES.some((rule) => NAMESPACE_RULES[rule].needsPasskey)

/** The rules that a new namespace begins with. One of them must be chosen. */
export function PresetChoice(props: { readonly preset: Preset | null; readonly onChoose: (preset: Preset) => void }) {
  const { preset: chosen, onChoose } = props
  const id = useId()
  const entry = (preset: Preset) => ({
    type: 'radio',
    id: `${id}-${preset}`,
    name: id,
    required: true,
    checked: preset === chosen,
    onChange: () => onChoose(preset),
    'aria-describedby': `${id}-${preset}-about`,
    className: 'mt-1 size-4 shrink-0 accent-(--accent)',
  })
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Rules of the namespace</legend>
      <div className="flex flex-col gap-3">
        <div className="flex items-start gap-2">
          <input {...entry('regulated')} />
          <div>
            <label htmlFor={`${id}-regulated`}>
              Regulated <Badge tone="accent">recommended</Badge>
            </label>
            <div id={`${id}-regulated-about`} className="text-sm text-ink-faint">
              <ul className="list-disc pl-4">
                {NAMESPACE_RULE_NAMES.map((rule) => (
                  <li key={rule}>{NAMESPACE_RULES[rule].sentence}</li>
                ))}
              </ul>
              {LATER && (
                <p className="mt-1">
                  The two rules about the second factor remain open until you have a passkey: add one under Settings,
                  Your account, then switch them on under Settings, Namespace.
                </p>
              )}
            </div>
          </div>
        </div>
        <div className="flex items-start gap-2">
          <input {...entry('standard')} />
          <div>
            <label htmlFor={`${id}-standard`}>Standard</label>
            <p id={`${id}-standard-about`} className="text-sm text-ink-faint">
              None of these rules. You can apply them later.
            </p>
          </div>
        </div>
      </div>
    </fieldset>
  )
}
