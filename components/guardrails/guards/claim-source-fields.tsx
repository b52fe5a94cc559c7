import { Plus, X } from 'lucide-react'
import { Button, Choice, Field, TextEntry, Tick } from '../../ui/controls'
import { positionKey } from '../../ui/lists'
import { type ClaimDraft, NO_SOURCE } from './guard-draft'
import type { GuardProblems } from './guard-problems'

const SOURCES: readonly (readonly [ClaimDraft['from'], string])[] = [
  ['none', 'Nowhere: the claim is unknown'],
  ['argument', 'An argument of the call'],
  ['lookup', 'A lookup'],
  ['session', 'The session'],
  ['constant', 'Always the same value'],
]

/** The source of one claim. */
export function ClaimSourceFields(props: {
  readonly claim: string
  /** Null for a claim that the ruleset does not declare. */
  readonly type: string | null
  readonly entry: ClaimDraft
  readonly lookups: readonly string[]
  readonly problems: GuardProblems
  readonly readOnly: boolean
  readonly onChange: (entry: ClaimDraft) => void
}) {
  const { claim, type, entry, lookups, problems, readOnly, onChange } = props
  const problem = (member: string) => problems.get(`claims.${claim}.${member}`) ?? null
  const isRead = entry.from !== 'none' && entry.from !== 'constant'
  return (
    <fieldset disabled={readOnly} className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-mono text-sm font-medium break-all">
        {claim} <span className="font-sans font-normal text-ink-faint">{type ?? 'not in this ruleset'}</span>
      </legend>
      <Field label="Comes from" problem={problem('from')}>
        {(bound) => (
          <Choice
            {...bound}
            value={entry.from}
            onChange={({ target }) => onChange({ ...entry, from: target.value as ClaimDraft['from'] })}
          >
            {SOURCES.map(([from, words]) => (
              <option key={from} value={from}>
                {words}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {entry.from === 'constant' && (
        <Field label="Value" hint="For example 50 USD, or true." problem={problem('value')}>
          {(bound) => (
            <TextEntry
              {...bound}
              value={entry.value}
              onChange={({ target }) => onChange({ ...entry, value: target.value })}
            />
          )}
        </Field>
      )}
      {entry.from === 'lookup' && (
        <Field label="Lookup" problem={problem('lookup')}>
          {(bound) => (
            <Choice
              {...bound}
              value={entry.lookup}
              onChange={({ target }) => onChange({ ...entry, lookup: target.value })}
            >
              <option value="">{lookups.length === 0 ? 'Add one below' : 'Choose one'}</option>
              {[...new Set([...lookups, entry.lookup])]
                .filter((name) => name !== '')
                .map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
            </Choice>
          )}
        </Field>
      )}
      {isRead && <ReadingFields entry={entry} problem={problem} onChange={onChange} />}
    </fieldset>
  )
}

function ReadingFields(props: {
  readonly entry: ClaimDraft
  readonly problem: (member: string) => string | null
  readonly onChange: (entry: ClaimDraft) => void
}) {
  const { entry, problem, onChange } = props
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Path" problem={problem('path')}>
          {(bound) => (
            <TextEntry
              {...bound}
              value={entry.path}
              maxLength={500}
              placeholder="$.amount"
              spellCheck={false}
              autoCapitalize="none"
              className="font-mono"
              onChange={({ target }) => onChange({ ...entry, path: target.value })}
            />
          )}
        </Field>
        <Field label="Reads">
          {(bound) => (
            <Choice
              {...bound}
              value={entry.read}
              onChange={({ target }) => onChange({ ...entry, read: target.value as ClaimDraft['read'] })}
            >
              <option value="value">The value at the path</option>
              <option value="count">The number of entries at the path</option>
            </Choice>
          )}
        </Field>
      </div>
      <Field label="Unit (optional)" hint="Is written after a number." problem={problem('unit')}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={entry.unit}
            maxLength={200}
            spellCheck={false}
            autoCapitalize="none"
            className="font-mono"
            onChange={({ target }) => onChange({ ...entry, unit: target.value })}
          />
        )}
      </Field>
      <ValueTable entry={entry} problem={problem('values')} onChange={onChange} />
      {entry.from === 'argument' && (
        <Tick
          label="A refusal may propose another value"
          hint="Not for facts, which nobody should be told to change."
          checked={entry.propose}
          onChange={({ target }) => onChange({ ...entry, propose: target.checked })}
        />
      )}
      {entry.from === 'lookup' && (
        <Tick
          label="Callers may see the value"
          checked={entry.visible}
          onChange={({ target }) => onChange({ ...entry, visible: target.checked })}
        />
      )}
    </>
  )
}

/** Which value of the claim each value at the path counts as. */
function ValueTable(props: {
  readonly entry: ClaimDraft
  readonly problem: string | null
  readonly onChange: (entry: ClaimDraft) => void
}) {
  const { entry, problem, onChange } = props
  const change = (values: ClaimDraft['values']) => onChange({ ...entry, values })
  const put = (index: number, pair: ClaimDraft['values'][number]) =>
    change(entry.values.map((each, i) => (i === index ? pair : each)))
  return (
    <div className="flex flex-col gap-2">
      {entry.values.map((pair, index) => (
        <div key={positionKey(index)} className="flex flex-wrap items-end gap-2">
          <Field label="At the path" className="min-w-24 flex-1" problem={index === 0 ? problem : null}>
            {(bound) => (
              <TextEntry
                {...bound}
                value={pair.key}
                onChange={({ target }) => put(index, { ...pair, key: target.value })}
              />
            )}
          </Field>
          <Field label="Counts as" className="min-w-24 flex-1">
            {(bound) => (
              <TextEntry
                {...bound}
                value={pair.value}
                onChange={({ target }) => put(index, { ...pair, value: target.value })}
              />
            )}
          </Field>
          <Button
            look="quiet"
            className="h-9"
            aria-label={`Remove the value ${pair.key}`}
            onClick={() => change(entry.values.filter((_, i) => i !== index))}
          >
            <X size={15} aria-hidden />
          </Button>
        </div>
      ))}
      <Button look="quiet" className="h-9 self-start" onClick={() => change([...entry.values, { key: '', value: '' }])}>
        <Plus size={15} aria-hidden /> Translate a value
      </Button>
    </div>
  )
}

/** The entry of a claim; a claim without one has no source. */
export function entryOf(claims: Readonly<Record<string, ClaimDraft>>, claim: string): ClaimDraft {
  return Object.hasOwn(claims, claim) ? (claims[claim] ?? NO_SOURCE) : NO_SOURCE
}
