/** Every kind of event that the log of a namespace tells of. */
export const LOG_KINDS = [
  'name_bound',
  'approval_recorded',
  'review_signed',
  'approval_withdrawn',
  'credential_issued',
  'credential_revoked',
  'invitation_issued',
  'invitation_revoked',
  'member_joined',
  'roles_changed',
  'member_removed',
  'settings_changed',
  'converter_added',
  'person_renamed',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'signing_key_published',
  'signing_key_retired',
] as const
export type LogKind = (typeof LOG_KINDS)[number]
