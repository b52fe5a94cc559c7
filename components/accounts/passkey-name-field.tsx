import { Field, TextEntry } from '../ui/field'

/** What its owner calls a passkey. */
export function PasskeyNameField(props: {
  readonly hint?: string
  readonly label: string
  readonly onLabel: (label: string) => void
}) {
  const { hint, label, onLabel } = props
  return (
    <Field label="Name of the passkey" hint={hint}>
      {(bound) => (
        <TextEntry
          {...bound}
          required
          maxLength={100}
          value={label}
          onChange={(event) => onLabel(event.target.value)}
        />
      )}
    </Field>
  )
}
