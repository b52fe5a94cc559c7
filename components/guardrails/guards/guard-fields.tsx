import { useQuery } from '@tanstack/react-query'
import { Choice, Field, TextEntry } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { RulesetChoice } from '../ruleset-choice'
import { ClaimSourceFields, entryOf } from './claim-source-fields'
import { claimsQuery } from './guard-data'
import type { GuardDraft } from './guard-draft'
import type { GuardProblems } from './guard-problems'
import { LookupFields } from './lookup-fields'

/** Every entry of a guard, with its mistakes. */
export function GuardFields(props: {
  readonly draft: GuardDraft
  /** Name of the chosen ruleset; null if it is not known. */
  readonly rulesetName: string | null
  readonly problems: GuardProblems
  readonly readOnly: boolean
  readonly onRuleset: (hash: string, name: string | null) => void
  readonly onChange: (draft: GuardDraft) => void
}) {
  const { draft, rulesetName, problems, readOnly, onRuleset, onChange } = props
  const text = (member: 'name' | 'server' | 'tool' | 'waitSeconds', key: string, label: string, hint?: string) => (
    <Field label={label} hint={hint} problem={problems.get(key) ?? null}>
      {(bound) => (
        <TextEntry
          {...bound}
          readOnly={readOnly}
          value={draft[member]}
          inputMode={member === 'waitSeconds' ? 'numeric' : 'text'}
          onChange={({ target }) => onChange({ ...draft, [member]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {text('name', 'name', 'Name of the guard')}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('server', 'server', 'Server', 'As the operator calls it.')}
        {text('tool', 'tool', 'Tool', 'A tool of a server has one guard.')}
      </div>
      <RulesetChoice
        hash={draft.rulesetHash}
        name={rulesetName}
        problem={problems.get('ruleset_hash') ?? null}
        readOnly={readOnly}
        about="The guard uses exactly this revision. A call passes only while it is approved."
        onChange={onRuleset}
      />
      <ClaimsOfGuard draft={draft} problems={problems} readOnly={readOnly} onChange={onChange} />
      <LookupFields draft={draft} problems={problems} readOnly={readOnly} onChange={onChange} />
      <Field label="If a rule is UNKNOWN and no rule is FALSE">
        {(bound) => (
          <Choice
            {...bound}
            disabled={readOnly}
            value={draft.unknown}
            onChange={({ target }) => onChange({ ...draft, unknown: target.value as GuardDraft['unknown'] })}
          >
            <option value="ask">The call waits for a reviewer</option>
            <option value="refuse">The call is refused</option>
            <option value="pass">The call passes</option>
          </Choice>
        )}
      </Field>
      {draft.unknown === 'ask' &&
        text('waitSeconds', 'wait_seconds', 'A call waits for (seconds)', '3600 is an hour. Then it is refused.')}
    </>
  )
}

function ClaimsOfGuard(props: {
  readonly draft: GuardDraft
  readonly problems: GuardProblems
  readonly readOnly: boolean
  readonly onChange: (draft: GuardDraft) => void
}) {
  const { draft, problems, readOnly, onChange } = props
  const claims = useQuery(claimsQuery(draft.rulesetHash))
  const declared = claims.data ?? []
  const others = Object.entries(draft.claims)
    .filter(([name, { from }]) => from !== 'none' && !declared.some((claim) => claim.name === name))
    .map(([name]) => ({ name, type: null }))
  return (
    <section aria-label="Claims" className="flex flex-col gap-3">
      <div>
        <h2 className="font-medium">Claims</h2>
        <p className="text-sm text-ink-faint">Each claim of the ruleset gets its value from one source.</p>
      </div>
      {claims.isLoading && <SkeletonLines what="the claims" lines={4} />}
      {claims.isError && <RefusalNotice refusal={refusalOf(claims.error)} onRetry={() => void claims.refetch()} />}
      {draft.rulesetHash === '' && <p className="text-ink-soft">Choose a ruleset first.</p>}
      {[...declared, ...(claims.isPending && draft.rulesetHash !== '' ? [] : others)].map(({ name, type }) => (
        <ClaimSourceFields
          key={name}
          claim={name}
          type={type}
          entry={entryOf(draft.claims, name)}
          lookups={draft.lookups.map((lookup) => lookup.name)}
          problems={problems}
          readOnly={readOnly}
          onChange={(entry) => onChange({ ...draft, claims: { ...draft.claims, [name]: entry } })}
        />
      ))}
    </section>
  )
}
