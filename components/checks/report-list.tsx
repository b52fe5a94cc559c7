import {
  dateInWords,
  instantInWords,
  numeralInWords,
  unitInWords,
} from '../../server/engine/explain/english/quantities'
import type { ReportValue } from '../../server/engine/reports'
import { readDate } from '../../server/language/numeric/calendar'
import { instantOf } from '../../server/language/numeric/instant'
import { isRational, parseNumeral } from '../../server/language/numeric/numeral'
import { fromInteger } from '../../server/language/numeric/rational'
import type { DefinitionFace, RulesetDescription } from '../editor/ruleset-description'
import { possibleInWords, type ValueWords } from './possible-in-words'

/** The values that the ruleset reports in addition to its answers. */
export function ReportList(props: {
  readonly description: Pick<RulesetDescription, 'reports' | 'labels'>
  readonly values: readonly ReportValue[]
}) {
  const { description, values } = props
  const { reports, labels } = description
  if (reports.length === 0) return null
  const byName = new Map(values.map((value) => [value.name, value]))
  return (
    <dl data-testid="reports" className="divide-y divide-line border-b border-line">
      {reports.map(({ name, type }) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2">
          <dt className="min-w-0 break-words text-ink-soft">{labels[name] ?? name}</dt>
          <dd className="ml-auto min-w-0 break-words text-right">
            <Reported value={byName.get(name)} type={type} labels={labels} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Reported(props: {
  readonly value: ReportValue | undefined
  readonly type: DefinitionFace['type']
  readonly labels: RulesetDescription['labels']
}) {
  const { type, labels } = props
  const { value = null, unit = null, possible = null, orNoValue, noValue, dependsOn = [] } = props.value ?? {}
  if (value !== null) return <span className="font-semibold tabular-nums">{valueInWords(value, unit, type)}</span>
  if (noValue !== undefined) return <span className="text-unknown">No value. {noValue}</span>
  if (dependsOn.length === 0) return <span className="text-unknown">Not determined</span>
  const names = dependsOn.map((name) => labels[name] ?? name)
  const depends = `Depends on ${names.join(', ')}`
  if (possible === null) return <span className="text-unknown">{depends}</span>
  const words: ValueWords = {
    whole: (each: string) => valueInWords(each, unit, type),
    bare: (each: string) => valueInWords(each, null, type),
    kind: type === 'date' || type === 'timestamp' ? type : 'number',
    unit,
  }
  return (
    <span className="text-unknown" title={depends}>
      {possibleInWords(possible, words, orNoValue !== undefined) ?? depends}
    </span>
  )
}

function valueInWords(value: string, unit: string | null, type: DefinitionFace['type']): string {
  if (type === 'boolean') return value === 'true' ? 'yes' : 'no'
  if (type === 'member') return `“${value}”`
  if (type === 'date') return dateText(value)
  if (type === 'timestamp') return instantText(value)
  const number = parseNumeral(value, MAX_DIGITS)
  const text = isRational(number) ? numeralInWords(number, unit === null ? null : { text: unit }) : value
  return unit === null ? text : `${text} ${unitInWords(unit)}`
}

function dateText(value: string): string {
  const day = readDate(value)
  return day === null ? value : dateInWords(fromInteger(day))
}

function instantText(value: string): string {
  const instant = instantOf(value)
  return instant === null ? value : instantInWords(instant)
}

/** Longer numbers are shown as they are. */
const MAX_DIGITS = 1_000
