import { Plus } from 'lucide-react'
import { Button, Choice, Field, LongEntry, TextEntry } from '../../ui/controls'
import { positionKey } from '../../ui/lists'
import { type GuardDraft, type LookupDraft, NEW_LOOKUP } from './guard-draft'
import type { GuardProblems } from './guard-problems'

/** Lists the look-ups that the guard makes for a call. */
export function LookupFields(props: {
  readonly draft: GuardDraft
  readonly problems: GuardProblems
  readonly readOnly: boolean
  readonly onChange: (draft: GuardDraft) => void
}) {
  const { draft, problems, readOnly, onChange } = props
  const { lookups } = draft
  const change = (next: readonly LookupDraft[]) => onChange({ ...draft, lookups: next })
  return (
    <section aria-label="Lookups" className="flex flex-col gap-3">
      <div>
        <h2 className="font-medium">Lookups</h2>
        <p className="text-sm text-ink-faint">Records of a connection that the operator defined.</p>
      </div>
      {lookups.map((entry, index) => (
        <LookupEntry
          key={positionKey(index)}
          entry={entry}
          problem={(member) => problems.get(`lookups.${index}.${member}`) ?? null}
          readOnly={readOnly}
          onChange={(next) => onChange(withLookup(draft, index, next))}
          onRemove={() => change(lookups.filter((_, i) => i !== index))}
        />
      ))}
      {!readOnly && (
        <Button className="h-9 self-start" onClick={() => change([...lookups, NEW_LOOKUP])}>
          <Plus size={15} aria-hidden /> Add a lookup
        </Button>
      )}
    </section>
  )
}

/** Claims follow a lookup to its new name. */
export function withLookup(draft: GuardDraft, index: number, next: LookupDraft): GuardDraft {
  const former = draft.lookups[index]?.name ?? ''
  const lookups = draft.lookups.map((each, i) => (i === index ? next : each))
  const isOnly = draft.lookups.filter(({ name }) => name === former).length === 1
  if (former === '' || former === next.name || !isOnly) return { ...draft, lookups }
  const claims = Object.entries(draft.claims).map(([claim, entry]) =>
    entry.lookup === former ? ([claim, { ...entry, lookup: next.name }] as const) : ([claim, entry] as const),
  )
  return { ...draft, lookups, claims: Object.fromEntries(claims) }
}

function LookupEntry(props: {
  readonly entry: LookupDraft
  readonly problem: (member: string) => string | null
  readonly readOnly: boolean
  readonly onChange: (entry: LookupDraft) => void
  readonly onRemove: () => void
}) {
  const { entry, problem, readOnly, onChange, onRemove } = props
  const text = (member: 'name' | 'connection' | 'waitMs' | 'keepSeconds', label: string, hint?: string) => (
    <Field label={label} hint={hint} problem={problem(member)}>
      {(bound) => (
        <TextEntry
          {...bound}
          value={entry[member]}
          inputMode={member === 'waitMs' || member === 'keepSeconds' ? 'numeric' : 'text'}
          onChange={({ target }) => onChange({ ...entry, [member]: target.value })}
        />
      )}
    </Field>
  )
  const long = (member: 'where' | 'arguments', label: string, hint: string) => (
    <Field label={label} hint={hint} problem={problem(member)}>
      {(bound) => (
        <LongEntry
          {...bound}
          rows={member === 'where' ? 2 : Math.max(2, entry.arguments.split('\n').length)}
          value={entry[member]}
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono text-sm"
          onChange={({ target }) => onChange({ ...entry, [member]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset disabled={readOnly} className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium break-all">{entry.name === '' ? 'New lookup' : entry.name}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {text('name', 'Name of the lookup')}
        <Field label="Kind">
          {(bound) => (
            <Choice
              {...bound}
              value={entry.kind}
              onChange={({ target }) => onChange({ ...entry, kind: target.value as LookupDraft['kind'] })}
            >
              <option value="http">One JSON record by HTTP</option>
              <option value="sql">One row of PostgreSQL</option>
              <option value="none">Nowhere: what it finds is unknown</option>
            </Choice>
          )}
        </Field>
      </div>
      {long('arguments', 'Arguments', 'The paths of the arguments that it is looked up by, one in each line.')}
      {entry.kind !== 'none' && (
        <>
          {text('connection', 'Connection', 'A name in LOOKUP_CONNECTIONS.')}
          {entry.kind === 'http'
            ? long('where', 'Path below the address', '{1} is the first argument.')
            : long('where', 'Query', 'One SELECT of at most one row; $1 is the first argument.')}
          <div className="grid gap-3 sm:grid-cols-2">
            {text('waitMs', 'Longest wait (ms)')}
            {text('keepSeconds', 'Used again for (seconds)')}
          </div>
        </>
      )}
      {!readOnly && (
        <Button look="quiet" className="h-9 self-start" onClick={onRemove}>
          Remove this lookup
        </Button>
      )}
    </fieldset>
  )
}
