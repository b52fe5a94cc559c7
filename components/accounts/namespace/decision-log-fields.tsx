import { useState } from 'react'
import {
  DECISION_LOG_TITLE,
  type DecisionLogSettings,
  MAX_RETENTION_DAYS,
  NEW_DECISION_LOG,
  REDACTION_WORDS,
  REDACTIONS,
  type Redaction,
} from '../../../server/api/terms/decision-log-words'
import { Choice, Field, LongEntry, TextEntry, Tick } from '../../ui/controls'

/** Whether checks are recorded, what is kept of their claims, and for how long. */
export function DecisionLogFields(props: {
  readonly settings: DecisionLogSettings | null
  readonly onChange: (settings: DecisionLogSettings) => void
}) {
  const { settings, onChange } = props
  const wanted = settings ?? { ...NEW_DECISION_LOG, enabled: false }
  return (
    <fieldset>
      <legend className="mb-2 text-lg font-semibold">Decision log</legend>
      <div className="flex flex-col gap-4">
        <Tick
          label={DECISION_LOG_TITLE}
          hint="Each check then has a receipt: which ruleset gave which answers, and when. Batches in the browser, test cases and frames are not recorded."
          checked={wanted.enabled}
          onChange={({ target }) => onChange({ ...wanted, enabled: target.checked })}
        />
        {settings !== null && <KeptValues settings={settings} onChange={onChange} />}
      </div>
    </fieldset>
  )
}

function KeptValues(props: {
  readonly settings: DecisionLogSettings
  readonly onChange: (settings: DecisionLogSettings) => void
}) {
  const { settings, onChange } = props
  const [text, setText] = useState(writeExceptions(settings.exceptions))
  const days = settings.retentionDays
  return (
    <>
      <Field
        label="Values of claims are"
        hint="A keyed hash finds the checks of a person without the name. A check cannot be repeated later without the values of its claims."
      >
        {(bound) => (
          <Choice
            {...bound}
            className="max-w-96"
            value={settings.redaction}
            onChange={({ target }) =>
              onChange({ ...settings, redaction: REDACTIONS.find((each) => each === target.value) ?? 'drop' })
            }
          >
            {REDACTIONS.map((each) => (
              <option key={each} value={each}>
                {REDACTION_WORDS[each]}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <Field
        label="Except for these claims"
        hint="One on each line, for example customer: hash or drivers[].licence: drop. The rules are keep, hash and drop."
        problem={readExceptions(text) === null ? 'Write the name of a claim, a colon, and keep, hash or drop.' : null}
      >
        {(bound) => (
          <LongEntry
            {...bound}
            rows={3}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              const exceptions = readExceptions(target.value)
              if (exceptions !== null) onChange({ ...settings, exceptions })
            }}
          />
        )}
      </Field>
      <Field label="Days for which values are kept" hint="The entries and their receipts stay for good.">
        {(bound) => (
          <TextEntry
            {...bound}
            type="number"
            min={1}
            max={MAX_RETENTION_DAYS}
            className="max-w-32"
            value={days}
            onChange={({ target }) => {
              const read = Number(target.value)
              if (Number.isInteger(read) && read >= 1 && read <= MAX_RETENTION_DAYS)
                onChange({ ...settings, retentionDays: read })
            }}
          />
        )}
      </Field>
      <Tick
        label="An answer waits until its check is recorded"
        hint="No answer is then given that the log does not have, also after a crash. Each answer takes a few milliseconds longer."
        checked={settings.beforeAnswer}
        onChange={({ target }) => onChange({ ...settings, beforeAnswer: target.checked })}
      />
    </>
  )
}

const EXCEPTION = /^\s*([A-Za-z_]\w*(?:\[\])?(?:\.[A-Za-z_]\w*(?:\[\])?)*)\s*:\s*(keep|hash|drop)\s*$/

function writeExceptions(exceptions: DecisionLogSettings['exceptions']): string {
  return Object.entries(exceptions)
    .map(([claim, rule]) => `${claim}: ${rule}`)
    .join('\n')
}

/** Returns null if a line has another form. */
function readExceptions(text: string): Record<string, Redaction> | null {
  const exceptions: Record<string, Redaction> = {}
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, claim, rule] = EXCEPTION.exec(line) ?? []
    const redaction = REDACTIONS.find((each) => each === rule)
    if (claim === undefined || redaction === undefined) return null
    exceptions[claim] = redaction
  }
  return exceptions
}
