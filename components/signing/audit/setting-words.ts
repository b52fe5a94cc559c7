/** Describes changes of settings in the log with the sentences of the settings page. */
import { APPROVAL_SETTING_TITLES } from '../../../server/api/terms/approval-rules'
import { DECISION_LOG_TITLE, decisionLogWords } from '../../../server/api/terms/decision-log-words'
import { NAMESPACE_RULE_NAMES, NAMESPACE_RULES } from '../../../server/api/terms/namespace-rules'

type Value = unknown

/** Sentences that can be on or off, by the log's name: `separate_approver` or `separateApprover`. */
const SWITCHES: ReadonlyMap<string, string> = new Map([
  ...NAMESPACE_RULE_NAMES.map((rule): [string, string] => [normaliseName(rule), NAMESPACE_RULES[rule].title]),
  ...Object.entries(APPROVAL_SETTING_TITLES).map(([name, title]): [string, string] => [normaliseName(name), title]),
  ['labelingallowed', 'Labels are stored and shown'],
])

const VALUES: ReadonlyMap<string, { readonly title: string; readonly unset: string }> = new Map([
  ['displayname', { title: 'Name of the namespace', unset: 'no name' }],
  ['approvalsneeded', { title: APPROVAL_SETTING_TITLES.approvalsNeeded, unset: '1' }],
  ['neededrole', { title: APPROVAL_SETTING_TITLES.neededRole, unset: 'any' }],
  ['preset', { title: 'Preset of the rules', unset: 'not chosen' }],
  ['checkspermonth', { title: 'Checks in a month', unset: 'no limit' }],
  ['webhook', { title: 'Webhook', unset: 'no webhook' }],
])

/** Returns `“Agents may not approve” is switched on`, `Checks in a month: 1,000, before: no limit`. */
export function settingWords(name: string, from: Value, to: Value): string {
  const title = SWITCHES.get(normaliseName(name))
  if (title !== undefined && typeof to === 'boolean') return `“${title}” is switched ${to ? 'on' : 'off'}`
  if (normaliseName(name) === 'decisionlog')
    return `“${DECISION_LOG_TITLE}”: ${decisionLogWords(to)}, before: ${decisionLogWords(from)}`
  const value = VALUES.get(normaliseName(name)) ?? { title: laterName(name), unset: 'not set' }
  return `${value.title}: ${valueWords(to, value.unset)}, before: ${valueWords(from, value.unset)}`
}

function valueWords(value: Value, unset: string): string {
  if (value === null || value === undefined || value === '') return unset
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return /^[a-z_]+$/.test(value) ? capitalised(value.replaceAll('_', ' ')) : `“${value}”`
  return Array.isArray(value) ? value.map((item) => valueWords(item, unset)).join(', ') : 'changed'
}

/** For a setting of a later release, which has no sentence here. */
function laterName(name: string): string {
  return capitalised(name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function normaliseName(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
