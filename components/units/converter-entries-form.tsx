import { Field, TextEntry } from '../ui/field'
import type { ConverterEntries, EntryProblems } from './converter-request'
import { conversionEquation } from './exact-conversion'

/** What a converter says, entry by entry. */
export function ConverterEntriesForm(props: {
  readonly entries: ConverterEntries
  readonly problems: EntryProblems
  readonly onChange: (entries: ConverterEntries) => void
}) {
  const { entries, problems, onChange } = props
  const entry = (key: keyof ConverterEntries) => ({
    value: entries[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...entries, [key]: target.value }),
    autoComplete: 'off',
    spellCheck: false,
  })
  const { from, to, factor, offset } = entries
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="From unit" problem={problems.from ?? null}>
          {(bound) => <TextEntry {...bound} {...entry('from')} maxLength={200} className="font-mono" />}
        </Field>
        <Field label="To unit" problem={problems.to ?? null}>
          {(bound) => <TextEntry {...bound} {...entry('to')} maxLength={200} className="font-mono" />}
        </Field>
        <Field label="Factor" hint="Every digit counts: none is rounded." problem={problems.factor ?? null}>
          {(bound) => <TextEntry {...bound} {...entry('factor')} inputMode="decimal" className="font-mono" />}
        </Field>
        <Field
          label="Offset (optional)"
          hint="For scales whose zero lies elsewhere, such as temperatures."
          problem={problems.offset ?? null}
        >
          {(bound) => <TextEntry {...bound} {...entry('offset')} inputMode="decimal" className="font-mono" />}
        </Field>
      </div>
      {from.trim() !== '' && to.trim() !== '' && factor.trim() !== '' && (
        <p className="font-mono break-all">
          {conversionEquation({
            ...{ from: from.trim(), to: to.trim(), factor: factor.trim() },
            offset: offset.trim() || '0',
          })}
        </p>
      )}
      <Field
        label="Where it comes from (optional)"
        hint="One line for people, such as “ECB reference rate of 20 November 2026”."
        problem={problems.attribution ?? null}
      >
        {(bound) => <TextEntry {...bound} {...entry('attribution')} spellCheck />}
      </Field>
    </>
  )
}
