/** Describes log events in words, with links to their subjects. */
import type { inferRouterOutputs } from '@trpc/server'
import { rulesetPath } from '../../../server/api/page-paths'
import type { LogKind } from '../../../server/api/terms/log-kinds'
import type { AppRouter } from '../../../server/http/trpc/router'
import { approvePath, receiptPath } from '../sheet'
import { settingWords } from './setting-words'

export type AuditRow = inferRouterOutputs<AppRouter>['audit']['list']['rows'][number]
type Details = AuditRow['details']

export const KIND_WORDS: Readonly<Record<LogKind, string>> = {
  ruleset_stored: 'Ruleset stored',
  state_recorded: 'Log started',
  name_bound: 'Ruleset saved',
  ruleset_labelled: 'Ruleset labelled',
  approval_recorded: 'Approval recorded',
  review_signed: 'Review signed',
  approval_withdrawn: 'Approval withdrawn',
  credential_issued: 'Credential issued',
  credential_revoked: 'Credential revoked',
  invitation_issued: 'Invitation issued',
  invitation_revoked: 'Invitation revoked',
  member_joined: 'Member joined',
  roles_changed: 'Roles changed',
  member_removed: 'Member removed',
  settings_changed: 'Settings changed',
  converter_added: 'Unit converter added',
  person_renamed: 'Person renamed',
  person_disabled: 'Account disabled',
  person_enabled: 'Account enabled',
  password_changed: 'Password changed',
  password_hash_renewed: 'Password hash renewed',
  identity_linked: 'Provider account linked',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_renamed: 'Passkey renamed',
  service_account_added: 'Service account added',
  service_account_disabled: 'Service account disabled',
  service_account_enabled: 'Service account enabled',
  service_secret_issued: 'Service secret issued',
  service_secret_revoked: 'Service secret revoked',
  group_renamed: 'Group renamed',
  group_member_added: 'Group member added',
  group_member_removed: 'Group member removed',
  project_added: 'Project added',
  project_changed: 'Project changed',
  project_removed: 'Project removed',
  guardrail_added: 'Guardrail added',
  guardrail_changed: 'Guardrail changed',
  guardrail_removed: 'Guardrail removed',
  application_added: 'Application added',
  application_changed: 'Application changed',
  application_removed: 'Application removed',
  frame_reviewed: 'Frame reviewed',
  frame_labelled: 'Frame labelled',
  frame_label_withdrawn: 'Label of a frame withdrawn',
  test_case_added: 'Test case added',
  test_case_changed: 'Test case changed',
  test_case_removed: 'Test case removed',
  agent_allowed: 'Agent allowed',
  agent_revoked: 'Agent revoked',
  exported: 'Exported',
  change_proposed: 'Change proposed',
  change_confirmed: 'Change confirmed',
  change_declined: 'Change declined',
  change_withdrawn: 'Change withdrawn',
  change_expired: 'Change expired',
  change_applied_alone: 'Change applied by one administrator',
  change_voided: 'Change voided',
  operator_link_issued: 'Link issued by the operator',
  group_member_requested: 'Group member requested',
  group_member_request_confirmed: 'Group member request confirmed',
  group_member_request_declined: 'Group member request declined',
  signing_key_published: 'Signing key published',
  signing_key_retired: 'Signing key retired',
  revision_put_in_force: 'Revision put in force',
  force_ended: 'No revision in force',
  member_confirmed: 'Account confirmed',
  review_opened: 'Review requested',
  review_changed: 'Review changed',
  review_ended: 'Review ended',
  comment_added: 'Comment added',
  comment_edited: 'Comment edited',
  comment_resolved: 'Comment resolved',
  comment_reopened: 'Comment reopened',
  document_added: 'Document added',
  document_revised: 'Document revised',
  clause_marked: 'Clause marked',
  ruleset_renamed: 'Ruleset renamed',
  ruleset_archived: 'Ruleset archived',
  ruleset_restored: 'Ruleset restored',
  blind_test_done: 'Blind test done',
  blind_test_commented: 'Blind test commented',
  tool_guard_added: 'Tool guard added',
  tool_guard_changed: 'Tool guard changed',
  tool_guard_removed: 'Tool guard removed',
  tool_guard_confirmed: 'Tool guard confirmed',
  call_asked: 'Tool call waits for a person',
  call_granted: 'Tool call granted',
  call_refused: 'Tool call refused',
  call_grant_used: 'Grant of a tool call used',
  call_grant_taken_back: 'Grant of a tool call taken back',
  checks_erased: 'Values of checks erased',
  checks_lost: 'Checks not recorded',
}

/** An entry of a later release keeps its name from the log. */
export function kindWords(kind: string): string {
  return isKind(kind) ? KIND_WORDS[kind] : kind.replaceAll('_', ' ')
}

export function isKind(kind: string): kind is LogKind {
  return Object.hasOwn(KIND_WORDS, kind)
}

export interface EventLink {
  readonly href: string
  readonly title: string
}

export function eventLinks({ kind, details }: Pick<AuditRow, 'kind' | 'details'>): readonly EventLink[] {
  const [name, record] = [detailText(details, 'name'), recordOf(details)]
  const hash = detailText(details, 'hash') ?? detailText(details, 'ruleset_hash')
  return [
    ...targetLinks(kind, details),
    ...(name === null ? [] : [{ href: rulesetPath(name), title: name }]),
    ...(hash === null ? [] : [{ href: approvePath(hash), title: `${hash.slice(0, 10)}…` }]),
    ...(hash === null || record === null ? [] : [{ href: receiptPath(hash, record), title: 'Receipt' }]),
  ]
}

/** Removed targets have no page, and neither do projects. */
function targetLinks(kind: string, details: Details): readonly EventLink[] {
  if (kind.endsWith('_removed')) return []
  const [guardrail, application] = [detailText(details, 'guardrail_id'), detailText(details, 'application_id')]
  const [guard, call] = [detailText(details, 'guard_id'), detailText(details, 'call_id')]
  return [
    ...(guardrail === null ? [] : [{ href: `/guardrails/${guardrail}`, title: 'Guardrail' }]),
    ...(application === null ? [] : [{ href: `/applications/${application}`, title: 'Application' }]),
    ...(guard === null || !kind.startsWith('tool_guard_')
      ? []
      : [{ href: `/tool-guards/${guard}`, title: 'Tool guard' }]),
    ...(call === null ? [] : [{ href: `/calls/${call}`, title: 'Call' }]),
  ]
}

/** Returns one line; the details of the entry are next to it. */
export function eventWords({ kind, actor, details }: Pick<AuditRow, 'kind' | 'actor' | 'details'>): string {
  switch (isKind(kind) ? kind : null) {
    case 'state_recorded':
      return recordedState(details)
    case 'approval_recorded':
      return approvalWords(actor, details)
    case 'review_signed':
    case 'approval_withdrawn':
      return [
        detailText(details, 'meaning')?.replaceAll('_', ' '),
        quoted(detailText(details, 'note') ?? detailText(details, 'reason')),
      ]
        .filter((part) => part !== undefined && part !== '')
        .join(': ')
    case 'credential_issued':
    case 'credential_revoked':
    case 'passkey_added':
    case 'passkey_removed':
      return quoted(detailText(details, 'label'))
    case 'service_account_added':
    case 'service_account_disabled':
    case 'service_account_enabled':
    case 'group_member_added':
    case 'group_member_removed':
    case 'group_member_requested':
    case 'group_member_request_confirmed':
    case 'group_member_request_declined':
      return detailText(details, 'username') ?? ''
    case 'service_secret_issued':
    case 'service_secret_revoked':
      return [
        detailText(details, 'username'),
        detailText(details, 'secret_kind')?.replaceAll('_', ' '),
        quoted(detailText(details, 'label')),
      ]
        .filter(Boolean)
        .join(', ')
    case 'group_renamed':
      return [detailText(details, 'from'), detailText(details, 'to')].filter((name) => name !== null).join(', now ')
    case 'project_added':
    case 'project_changed':
    case 'project_removed':
      return versionWords(details, detailText(details, 'project_name'))
    case 'guardrail_added':
    case 'guardrail_changed':
    case 'guardrail_removed':
      return versionWords(details, detailText(details, 'guardrail_name'), detailText(details, 'guardrail_type'))
    case 'application_added':
    case 'application_changed':
    case 'application_removed':
      return versionWords(details, detailText(details, 'application_name'))
    case 'frame_reviewed':
      return `frame ${detailText(details, 'frame_id') ?? ''}: ${detailText(details, 'conclusion') ?? ''}`
    case 'frame_labelled':
      return `frame ${detailText(details, 'frame_id') ?? ''}: ${detailText(details, 'expected') ?? ''}`
    case 'frame_label_withdrawn':
      return `frame ${detailText(details, 'frame_id') ?? ''}`
    case 'person_renamed':
      // Entries of an earlier release contain the plain names.
      return [detailText(details, 'from'), detailText(details, 'to')].filter((name) => name !== null).join(', now ')
    case 'ruleset_renamed':
      return `before: ${detailText(details, 'renamed_from') ?? ''}`
    case 'agent_allowed':
    case 'agent_revoked':
      return detailText(details, 'client') ?? ''
    case 'exported':
      return [detailText(details, 'what')?.replaceAll('_', ' '), detailText(details, 'reference')]
        .filter(Boolean)
        .join(' ')
    case 'password_changed':
      return details.by === 'password link'
        ? `${detailText(details, 'account') ?? 'an account'}, with a link from the operator`
        : ''
    case 'invitation_issued':
      return `${detailText(details, 'email') ?? 'the person with the link'}, as ${roleList(details.roles)}`
    case 'revision_put_in_force':
      return forceWords(details)
    case 'force_ended':
      return momentWords('from', detailText(details, 'at'))
    case 'member_confirmed':
      return detailText(details, 'person') ?? 'a person'
    case 'member_joined':
    case 'member_removed':
      return `${detailText(details, 'person') ?? 'a person'}, ${roleList(details.roles)}`
    case 'roles_changed':
      return `${detailText(details, 'person') ?? 'a person'}: ${roleList(details.before)}, now ${roleList(details.roles)}`
    case 'settings_changed':
      return [
        ...Object.entries(details).flatMap(settingSentences),
        ...(details.sole_administrator === true ? ['by the only administrator'] : []),
      ].join('; ')
    case 'change_proposed':
      return proposalWords(details)
    case 'operator_link_issued':
      return details.link === 'password' ? 'to set a password' : 'to add an administrator'
    case 'converter_added':
      return `${detailText(details, 'from_unit') ?? ''} to ${detailText(details, 'to_unit') ?? ''}`
    case 'signing_key_published':
    case 'signing_key_retired':
      return [detailText(details, 'purpose'), detailText(details, 'key_id') ?? detailText(details, 'key')]
        .filter(Boolean)
        .join(' key ')
    case 'document_added':
      return [detailText(details, 'label'), detailText(details, 'title')].filter(Boolean).join(': ')
    case 'document_revised':
      return detailText(details, 'label') ?? ''
    case 'clause_marked':
      return [detailText(details, 'clause'), detailText(details, 'mark')?.replaceAll('_', ' ')]
        .filter(Boolean)
        .join(': ')
    case 'review_opened':
    case 'review_changed':
      return detailText(details, 'due_on') === null ? '' : `due on ${detailText(details, 'due_on')}`
    case 'review_ended':
      return detailText(details, 'how') ?? ''
    case 'comment_added':
      return subjectWords(details)
    case 'tool_guard_added':
    case 'tool_guard_changed':
    case 'tool_guard_removed':
    case 'tool_guard_confirmed':
      return versionWords(details, detailText(details, 'guard_name'), detailText(details, 'tool'))
    case 'call_asked':
    case 'call_granted':
    case 'call_refused':
    case 'call_grant_used':
    case 'call_grant_taken_back':
      return `${detailText(details, 'tool') ?? ''} of ${detailText(details, 'server') ?? ''}`
    case 'checks_erased':
    case 'checks_lost':
      return details.count === 1 ? '1 check' : `${String(details.count ?? 'some')} checks`
    case 'blind_test_done':
    case 'blind_test_commented':
      return blindTestWords(details)
    default:
      return ''
  }
}

function blindTestWords({ agreed, scenario_count: count, number, scenario }: Details): string {
  if (typeof scenario === 'number') return `on scenario ${scenario + 1}`
  if (typeof agreed !== 'number' || typeof count !== 'number' || typeof number !== 'number') return ''
  return `the same answer in ${agreed} of ${count} scenarios, try ${number}`
}

function subjectWords({ subject, is_suggestion }: Details): string {
  const { kind = null, name = null } =
    typeof subject === 'object' && subject !== null && !Array.isArray(subject) ? (subject as Details) : {}
  const about = typeof name === 'string' ? `the ${String(kind)} ${name}` : 'the whole ruleset'
  return is_suggestion === true ? `suggestion for ${about}` : `on ${about}`
}

function versionWords({ version }: Details, name: string | null, type: string | null = null): string {
  const words = [quoted(name), type?.replaceAll('_', ' '), typeof version === 'number' ? `version ${version}` : null]
  return words.filter(Boolean).join(', ')
}

/** Only signatures are recorded as a person's. */
function approvalWords(actor: string, details: Details): string {
  const approver = detailText(details, 'approver') ?? 'an approver'
  const channel = detailText(details, 'channel')
  if (channel === 'person') return `${approver}, signed`
  return `${approver}, as reported by ${channel === 'agent' ? 'an AI agent' : `the credential “${actor}”`}, unsigned`
}

function recordOf(details: Details): string | null {
  return detailText(details, 'record_id') ?? detailText(details, 'record')
}

function detailText(details: Details, member: string): string | null {
  const value = details[member]
  return typeof value === 'string' && value !== '' ? value : null
}

function forceWords(details: Details): string {
  const [from, until] = [detailText(details, 'from'), detailText(details, 'until')]
  return [momentWords('from', from), momentWords('until', until)].filter(Boolean).join(' ')
}

/** Returns `from 2026-11-28 09:00:00 UTC`, or an empty text. */
function momentWords(word: string, at: string | null): string {
  return at === null ? '' : `${word} ${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
}

function quoted(words: string | null): string {
  return words === null ? '' : `“${words}”`
}

function roleList(value: Details[string]): string {
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'no role'
}

function settingSentences([name, change]: [string, Details[string]]): string[] {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return []
  const { from, to } = change as Details
  return [settingWords(name, from, to)]
}

/** The first entries of a log state what the namespace had when the log began, possibly in parts. */
function recordedState({ rows, part, parts }: Details): string {
  const count = typeof rows === 'number' ? rows : 0
  const stored = count === 1 ? '1 stored record' : `${count.toLocaleString('en-GB')} stored records`
  const share = typeof parts === 'number' && parts > 1 ? `, part ${String(part)} of ${parts}` : ''
  if (count === 0) return `The namespace when its log began: empty${share}`
  return `The namespace when its log began, with ${stored} such as members, settings and rulesets${share}`
}

const PROPOSALS: Readonly<Record<string, string>> = {
  settings: 'Settings',
  roles: 'Roles of a member',
  removal: 'Removal of a member',
  invitation: 'Invitation of an administrator',
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function proposalWords(details: Details): string {
  const { before, after, change_kind: kind } = details
  const until = detailText(details, 'expires_at')
  const changes =
    kind === 'settings' && isRecord(before) && isRecord(after)
      ? Object.entries(after).map(([name, to]) => settingWords(name, before[name], to))
      : [PROPOSALS[String(kind)] ?? 'Another change']
  return [...changes, ...(until === null ? [] : [`open until ${DAY.format(new Date(until))}`])].join('; ')
}

function isRecord(value: Details[string]): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
