import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  type Comparison,
  findFormProblem,
  proposeName,
  type RuleForm,
} from '../../server/language/service/rule-from-clause'
import { Choice, Field, LongEntry, TextEntry, UsernameField } from '../ui/controls'
import { FormDialog } from '../ui/dialog'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { draftRule, hasUnsavedRuleset, RuleNotAddedError, type RuleTarget } from './draft-rule'
import { type ClaimEntries, formOf, hasLimit, NO_ENTRIES, type RuleEntries, type ShapeKind } from './rule-entries'

const SHAPES: Readonly<Record<ShapeKind, string>> = {
  limit: 'A limit: a number is at most or at least a value',
  requirement: 'A requirement: something must be so',
  if_then: 'If something is so, something else must be so',
  one_of: 'One of these values',
  deadline: 'A deadline in days between two dates',
}

const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  '<=': 'is at most',
  '<': 'is less than',
  '>=': 'is at least',
  '>': 'is more than',
}

interface Props {
  readonly document: string
  readonly clause: string
  readonly text: string
  /**
   * Writes the rule into the open editor instead of a draft.
   * @throws RuleNotAddedError
   */
  readonly onWrite?: (form: RuleForm) => void
  readonly onClose: () => void
}

/** Asks for the facts of a rule and writes it into the open editor, or into a draft, which the editor opens. */
export function RuleDialog({ document, clause, text, onWrite, onClose }: Props) {
  const router = useRouter()
  const { person, namespace } = useViewer()
  const owner = { personId: person.id, namespaceId: namespace.id }
  const [entries, setEntries] = useState<RuleEntries>(NO_ENTRIES)
  const [target, setTarget] = useState<RuleTarget>({ kind: 'new' })
  const [problem, setProblem] = useState<string | null>(null)
  const [hasUnsaved] = useState(() => hasUnsavedRuleset(owner))
  const change = (changed: Partial<RuleEntries>) => {
    setProblem(null)
    setEntries({ ...entries, ...changed })
  }
  const drafting = useMutation({
    mutationFn: async () => {
      const form = formOf(entries, document, clause)
      if (onWrite === undefined) router.push(await draftRule(owner, target, form))
      else onWrite(form)
    },
    onError: (error) => setProblem(error instanceof RuleNotAddedError ? error.message : null),
  })
  const submit = () => {
    const found = findFormProblem(formOf(entries, document, clause))
    setProblem(found)
    if (found === null) drafting.mutate()
  }
  return (
    <FormDialog
      wide
      title={`Add a rule for ${document} ${clause}`}
      description={<blockquote className="max-h-32 overflow-y-auto whitespace-pre-wrap">{text}</blockquote>}
      action="Write the rule"
      actionUnderWay="Writing…"
      isUnderWay={drafting.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Shape of the rule">
          {(bound) => (
            <Choice
              {...bound}
              value={entries.kind}
              onChange={({ target: { value } }) => change({ kind: value as ShapeKind })}
            >
              {Object.entries(SHAPES).map(([kind, words]) => (
                <option key={kind} value={kind}>
                  {words}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <UsernameField
          label="Name of the rule"
          hint="As in meal_limit."
          value={entries.name}
          onText={(name) => change({ name })}
        />
      </div>
      <ShapeFields entries={entries} onChange={change} />
      {onWrite === undefined && <TargetFields hasUnsaved={hasUnsaved} target={target} onChange={setTarget} />}
      {problem !== null && <Notice kind="problem">{problem}</Notice>}
      {drafting.isError && problem === null && <RefusalNotice refusal={refusalOf(drafting.error)} />}
    </FormDialog>
  )
}

interface FieldsProps {
  readonly entries: RuleEntries
  readonly onChange: (changed: Partial<RuleEntries>) => void
}

const FACTS: Readonly<Record<ShapeKind, readonly string[]>> = {
  limit: ['The number'],
  requirement: ['What must be so'],
  if_then: ['If this is so', 'Then this must be so'],
  one_of: ['The value'],
  deadline: ['The date that it begins with', 'The date that must come in time'],
}

function ShapeFields({ entries, onChange }: FieldsProps) {
  const { kind, first, second } = entries
  const [one = '', other] = FACTS[kind]
  return (
    <>
      {kind === 'if_then' && (
        <Field label="The condition is">
          {(bound) => (
            <Choice
              {...bound}
              value={entries.isLimited ? 'limit' : 'yes'}
              onChange={({ target }) => onChange({ isLimited: target.value === 'limit' })}
            >
              <option value="yes">a yes or no</option>
              <option value="limit">a number with a limit</option>
            </Choice>
          )}
        </Field>
      )}
      <ClaimFields
        title={one}
        claim={first}
        isNumber={hasLimit(entries)}
        onChange={(changed) => onChange({ first: { ...first, ...changed } })}
      />
      {hasLimit(entries) && <LimitFields entries={entries} onChange={onChange} />}
      {other !== undefined && (
        <ClaimFields
          title={other}
          claim={second}
          isNumber={false}
          onChange={(changed) => onChange({ second: { ...second, ...changed } })}
        />
      )}
      {kind === 'one_of' && (
        <Field label="Allowed values" hint="One on each line.">
          {(bound) => (
            <LongEntry
              {...bound}
              value={entries.allowed}
              onChange={({ target }) => onChange({ allowed: target.value })}
            />
          )}
        </Field>
      )}
      {kind === 'deadline' && (
        <Field label="Days" className="w-40">
          {(bound) => (
            <TextEntry
              {...bound}
              inputMode="decimal"
              value={entries.days}
              onChange={({ target }) => onChange({ days: target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

function LimitFields({ entries: { comparison, value }, onChange }: FieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Comparison">
        {(bound) => (
          <Choice
            {...bound}
            value={comparison}
            onChange={({ target }) => onChange({ comparison: target.value as Comparison })}
          >
            {Object.entries(COMPARISON_WORDS).map(([sign, words]) => (
              <option key={sign} value={sign}>
                {words}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <Field label="Limit" hint="A number, without its unit.">
        {(bound) => (
          <TextEntry
            {...bound}
            inputMode="decimal"
            value={value}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function ClaimFields(props: {
  readonly title: string
  readonly claim: ClaimEntries
  readonly isNumber: boolean
  readonly onChange: (changed: Partial<ClaimEntries>) => void
}) {
  const { title, claim, isNumber, onChange } = props
  // The name follows the question until the author writes another one.
  const ask = (question: string) => {
    const isProposed = claim.name === '' || claim.name === proposeName(claim.question)
    onChange(isProposed ? { question, name: proposeName(question) } : { question })
  }
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{title}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Question" hint="For the person who fills it in.">
          {(bound) => (
            <TextEntry {...bound} value={claim.question} maxLength={500} onChange={({ target }) => ask(target.value)} />
          )}
        </Field>
        <UsernameField
          label="Name"
          hint="If a claim of the ruleset has this name, that one is used."
          value={claim.name}
          onText={(name) => onChange({ name })}
        />
        {isNumber && (
          <>
            <UsernameField
              label="Unit"
              hint="As in USD, km or d; empty for a plain number."
              value={claim.unit}
              onText={(unit) => onChange({ unit })}
            />
            <UsernameField
              label="Range"
              hint="If you like, the least and the greatest value, as in 0..1000."
              value={claim.range}
              onText={(range) => onChange({ range })}
            />
          </>
        )}
      </div>
    </fieldset>
  )
}

export function TargetFields(props: {
  readonly hasUnsaved: boolean
  readonly target: RuleTarget
  readonly onChange: (target: RuleTarget) => void
}) {
  const { hasUnsaved, target, onChange } = props
  const choose = (kind: string) => {
    if (kind === 'named') onChange({ kind, name: '' })
    else onChange({ kind: kind === 'unsaved' ? kind : 'new' })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Ruleset">
        {(bound) => (
          <Choice {...bound} value={target.kind} onChange={(event) => choose(event.target.value)}>
            <option value="new">A new ruleset</option>
            {hasUnsaved && <option value="unsaved">The new ruleset that is not saved yet</option>}
            <option value="named">A saved ruleset</option>
          </Choice>
        )}
      </Field>
      {target.kind === 'named' && (
        <Field label="Name of the ruleset">
          {(bound) => (
            <TextEntry
              {...bound}
              value={target.name}
              required
              onChange={(event) => onChange({ kind: 'named', name: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
