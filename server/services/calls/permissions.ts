/** The only place that decides who may do what. An agent may do what its credential or person may, except signing. */
import type { OperationId } from '../../api/operations'

export const ACTORS = [
  'playground',
  'open',
  'evaluation',
  'standard',
  'read_only',
  'service_account',
  'author',
  'reviewer',
  'administrator',
] as const
export type Actor = (typeof ACTORS)[number]

export const ROLES = ['author', 'reviewer', 'administrator'] as const satisfies readonly Actor[]
export type Role = (typeof ROLES)[number]

const CREDENTIALS: readonly Actor[] = ['open', 'standard']
const PEOPLE: readonly Actor[] = ROLES
/** Service accounts act only on the guardrail platform. */
const OUTSIDE_PLATFORM = ACTORS.filter((actor) => actor !== 'service_account')

interface PermissionEntry {
  /** Ends the sentence "You may not …". */
  readonly to: string
  readonly actors: readonly Actor[]
}

export const PERMISSIONS = {
  compute: {
    to: 'check claims, ask what rulesets mean, build prompt packs and convert units',
    actors: OUTSIDE_PLATFORM,
  },
  /** Compiling stores the source. */
  compile: { to: 'compile rulesets', actors: OUTSIDE_PLATFORM.filter((actor) => actor !== 'read_only') },
  read: {
    to: 'see the saved rulesets and reviews of a namespace',
    actors: [...CREDENTIALS, 'read_only', ...PEOPLE],
  },
  save: { to: 'save revisions, labels and test cases', actors: [...CREDENTIALS, 'author'] },
  organise: { to: 'rename, archive and restore rulesets', actors: ['author', 'administrator'] },
  convert: { to: 'add unit converters', actors: [...CREDENTIALS, 'author', 'administrator'] },
  approve_unsigned: { to: 'record an approval without a signature', actors: CREDENTIALS },
  /** Programs and agents comment; only reviewers sign. */
  review: {
    to: 'open reviews, comment on rulesets and resolve comments',
    actors: [...CREDENTIALS, 'author', 'reviewer'],
  },
  sign: { to: 'sign approvals and reviews', actors: ['reviewer'] },
  /** Not agents and programs: a person says which revision applies. */
  put_in_force: { to: 'say which revision of a ruleset is in force', actors: ['author', 'administrator'] },
  manage_credentials: { to: 'issue and revoke credentials', actors: ['administrator'] },
  manage_members: { to: 'invite members and change roles', actors: ['administrator'] },
  manage_settings: { to: 'change the settings of a namespace', actors: ['administrator'] },
  read_guardrails: { to: 'see guardrails, applications and frames', actors: ['service_account', ...PEOPLE] },
  edit_guardrails: { to: 'change projects, guardrails and applications', actors: ['service_account', 'author'] },
  send_frames: { to: 'send frames', actors: ['service_account', 'author', 'reviewer'] },
  label_frames: { to: 'label frames', actors: ['service_account', 'author', 'reviewer'] },
  answer_reviews: { to: 'answer frames that wait for a reviewer', actors: ['reviewer'] },
  manage_service_accounts: { to: 'manage service accounts and the group', actors: ['administrator'] },
  call_guards: { to: 'have calls of tools decided', actors: [...CREDENTIALS, 'author', 'reviewer'] },
  /** Not credentials, which agents hold: an agent must not change its own guard. */
  edit_guards: { to: 'change tool guards', actors: ['service_account', 'author'] },
  /** A signed-in person, because the map decides what a signed ruleset is applied to. */
  confirm_guards: { to: 'confirm tool guards', actors: ['reviewer'] },
  /** A signed-in person; an agent never grants a call. */
  grant_calls: { to: 'grant or refuse waiting calls of tools', actors: ['reviewer'] },
  read_checks: { to: 'see and export the decision log of a namespace', actors: ['administrator'] },
  erase_checks: { to: 'erase values of the decision log', actors: ['administrator'] },
  read_audit: { to: 'read the log of a namespace', actors: ['administrator'] },
} as const satisfies Record<string, PermissionEntry>

export type Permission = keyof typeof PERMISSIONS

export function hasPermission(actors: readonly Actor[], permission: Permission): boolean {
  const { actors: having }: PermissionEntry = PERMISSIONS[permission]
  return actors.some((actor) => having.includes(actor))
}

/** Null if anybody may use it. */
export const OPERATION_PERMISSIONS: Readonly<Record<OperationId, Permission | null>> = {
  health: null,
  ready: null,
  version: null,
  getGrammar: null,
  openapi: null,
  issueEvaluationCredential: null,
  flags: null,
  getVocabulary: null,
  compile: 'compile',
  check: 'compute',
  getCheckReceipt: 'read',
  explainAnswers: 'compute',
  analyseRuleset: 'compute',
  compareRulesets: 'compute',
  measureCoverage: 'compute',
  getPromptPack: 'compute',
  makePromptPack: 'compute',
  account: 'compute',
  listRulesets: 'read',
  loadRuleset: 'read',
  listUnits: 'compute',
  bridgeUnits: 'compute',
  saveRuleset: 'save',
  recordApproval: 'approve_unsigned',
  addConverter: 'convert',
  openReview: 'review',
  listOpenReviews: 'read',
  commentOnRuleset: 'review',
  listDocuments: 'read',
  getPolicyDocument: 'read',
  saveDocument: 'save',
  listClauses: 'read',
  reportFidelity: 'read',
  decideToolCall: 'call_guards',
}
