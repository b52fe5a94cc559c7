/** Log events by subject. */
import type { LogKind } from '../../../server/api/terms/log-kinds'

export interface KindGroup {
  readonly title: string
  readonly kinds: readonly LogKind[]
}

export const KIND_GROUPS: readonly KindGroup[] = [
  {
    title: 'Rulesets and units',
    kinds: [
      'ruleset_stored',
      'name_bound',
      'ruleset_labelled',
      'ruleset_renamed',
      'ruleset_archived',
      'ruleset_restored',
      'converter_added',
    ],
  },
  {
    title: 'Signatures and approvals',
    kinds: ['review_signed', 'approval_recorded', 'approval_withdrawn', 'blind_test_done', 'blind_test_commented'],
  },
  { title: 'Revisions in force', kinds: ['revision_put_in_force', 'force_ended'] },
  {
    title: 'Reviews and comments',
    kinds: [
      'review_opened',
      'review_changed',
      'review_ended',
      'comment_added',
      'comment_edited',
      'comment_resolved',
      'comment_reopened',
    ],
  },
  { title: 'Test cases', kinds: ['test_case_added', 'test_case_changed', 'test_case_removed'] },
  {
    title: 'Members and invitations',
    kinds: [
      'invitation_issued',
      'invitation_revoked',
      'member_joined',
      'roles_changed',
      'member_confirmed',
      'member_removed',
    ],
  },
  {
    title: 'Settings and changes that wait for a second administrator',
    kinds: [
      'settings_changed',
      'change_proposed',
      'change_confirmed',
      'change_declined',
      'change_withdrawn',
      'change_expired',
      'change_applied_alone',
      'change_voided',
    ],
  },
  {
    title: 'People and signing in',
    kinds: [
      'person_renamed',
      'person_disabled',
      'person_enabled',
      'password_changed',
      'password_hash_renewed',
      'identity_linked',
      'passkey_added',
      'passkey_removed',
      'passkey_renamed',
      'operator_link_issued',
    ],
  },
  {
    title: 'Programs and agents',
    kinds: [
      'credential_issued',
      'credential_revoked',
      'agent_allowed',
      'agent_revoked',
      'service_account_added',
      'service_account_disabled',
      'service_account_enabled',
      'service_secret_issued',
      'service_secret_revoked',
      'group_renamed',
      'group_member_added',
      'group_member_removed',
      'group_member_requested',
      'group_member_request_confirmed',
      'group_member_request_declined',
    ],
  },
  { title: 'Documents', kinds: ['document_added', 'document_revised', 'clause_marked'] },
  {
    title: 'Guardrails',
    kinds: [
      'project_added',
      'project_changed',
      'project_removed',
      'guardrail_added',
      'guardrail_changed',
      'guardrail_removed',
      'application_added',
      'application_changed',
      'application_removed',
      'frame_reviewed',
      'frame_labelled',
      'frame_label_withdrawn',
      'tool_guard_added',
      'tool_guard_changed',
      'tool_guard_removed',
      'tool_guard_confirmed',
      'call_asked',
      'call_granted',
      'call_refused',
      'call_grant_used',
      'call_grant_taken_back',
    ],
  },
  { title: 'Decision log', kinds: ['checks_erased', 'checks_lost'] },
  { title: 'The log itself', kinds: ['state_recorded', 'exported', 'signing_key_published', 'signing_key_retired'] },
]
