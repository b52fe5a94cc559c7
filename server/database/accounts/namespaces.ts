/** A weaker rule waits for a second administrator, if there is one. */
import { Prisma } from '../../../generated/prisma/client'
import { canonicalJson, type Json } from '../../api/canonical-json'
import {
  type ApprovalRules,
  NEEDED_ROLES,
  PLAIN_APPROVAL_RULES,
  weakensApprovalRules,
} from '../../api/terms/approval-rules'
import { DECISION_LOG_SETTINGS } from '../../api/terms/decision-log-settings'
import { type DecisionLogSettings, weakensDecisionLog } from '../../api/terms/decision-log-words'
import { type Preset, weakensNamespace } from '../../api/terms/namespace-rules'
import type { ProposedSettings } from '../../api/terms/proposed-change'
import type { Database } from '../client/database'
import { appendLog, holdLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { hasAnotherAdministrator, holdAdministration, membersInForce } from './administration'
import { type ProposalOutcome, type Proposer, proposeChange } from './propose-change'

export interface NewNamespace {
  /** UUID, never shown to people. */
  readonly id: string
  readonly displayName: string
  readonly at: Date
}

export interface FoundNamespace {
  readonly id: string
  readonly displayName: string
}

export interface NamespaceState extends ApprovalRules {
  readonly unitLibraryHash: string | null
  readonly labelingAllowed: boolean
  readonly peopleApprove: boolean
  readonly separateApprover: boolean
  readonly currentEngine: boolean
  readonly passingCases: boolean
  readonly inForceWhenApproved: boolean
  readonly unsignedApprovals: boolean
  readonly passkeyToSign: boolean
  readonly passkeyToAdminister: boolean
  /** Null until it is set, which means that checks are not recorded. */
  readonly decisionLog: DecisionLogSettings | null
  /** Successful checks per UTC month; null for no allowance. */
  readonly checksPerMonth: number | null
}

export type AccountSettings = Omit<NamespaceState, 'unitLibraryHash'> & {
  readonly displayName: string
  readonly preset: Preset | null
}

export type SettingsOutcome =
  | { readonly kind: 'done'; readonly settings: AccountSettings }
  | { readonly kind: 'unknown' }
  | ProposalOutcome

/** Label of a person, or `operator`. */
export interface ChangedBy {
  readonly actor: string
  readonly at: Date
}

export interface NamespaceVerbs {
  /** Keeps an existing name. */
  ensureNamespace(namespace: NewNamespace): Promise<void>
  /** Finds namespaces by id, or else by name. Namespaces for evaluation share one name, so only an id finds them. */
  findNamespaces(idOrName: string): Promise<FoundNamespace[]>
  findAccount(namespaceId: string): Promise<NamespaceState | null>
  findSettings(namespaceId: string): Promise<AccountSettings | null>
  /** Changes the account as the operator, without confirmation. */
  setAccount(namespaceId: string, change: Partial<AccountSettings>, by: ChangedBy): Promise<AccountSettings | null>
  /** Changes the rules as an administrator; a weaker rule may need confirmation. */
  changeSettings(
    namespaceId: string,
    change: Partial<AccountSettings>,
    by: { readonly proposer: Proposer; readonly at: Date },
  ): Promise<SettingsOutcome>
}

export const NAMESPACE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const NOT_FOR_EVALUATION: Prisma.NamespaceWhereInput[] = [
  { credentials: { none: { grade: 'evaluation' } } },
  { credentials: { some: { grade: 'full' } } },
]

export const NAMESPACE_STATE = {
  unitLibraryHash: true,
  labelingAllowed: true,
  peopleApprove: true,
  separateApprover: true,
  currentEngine: true,
  passingCases: true,
  approvalsNeeded: true,
  neededRole: true,
  neededRoleLast: true,
  commentsResolved: true,
  blindTestDone: true,
  signerNotInvitedByAuthor: true,
  inForceWhenApproved: true,
  unsignedApprovals: true,
  passkeyToSign: true,
  passkeyToAdminister: true,
  decisionLog: true,
  checksPerMonth: true,
} as const

/** Later columns are null until set, so that old log entries still prove the row. */
export function withoutUnset<Row extends LaterColumns>(row: Row): Omit<Row, keyof LaterColumns> & LaterSettings {
  const plain = PLAIN_APPROVAL_RULES
  return {
    ...row,
    passingCases: row.passingCases ?? false,
    approvalsNeeded: row.approvalsNeeded ?? plain.approvalsNeeded,
    neededRole: NEEDED_ROLES.find((role) => role === row.neededRole) ?? plain.neededRole,
    neededRoleLast: row.neededRoleLast ?? plain.neededRoleLast,
    commentsResolved: row.commentsResolved ?? plain.commentsResolved,
    blindTestDone: row.blindTestDone ?? plain.blindTestDone,
    signerNotInvitedByAuthor: row.signerNotInvitedByAuthor ?? plain.signerNotInvitedByAuthor,
    inForceWhenApproved: row.inForceWhenApproved ?? true,
    decisionLog: row.decisionLog === null ? null : DECISION_LOG_SETTINGS.parse(row.decisionLog),
  }
}

type LaterSettings = ApprovalRules & Pick<NamespaceState, 'passingCases' | 'inForceWhenApproved' | 'decisionLog'>
type LaterColumns = {
  readonly [Key in keyof LaterSettings]: ColumnOf<Key> | null
}
type ColumnOf<Key extends keyof LaterSettings> = Key extends 'neededRole'
  ? string
  : Key extends 'decisionLog'
    ? Prisma.JsonValue
    : LaterSettings[Key]

export async function findState(tx: Prisma.TransactionClient, id: string): Promise<NamespaceState | null> {
  const row = await tx.namespace.findUnique({ where: { id }, select: NAMESPACE_STATE })
  return row && withoutUnset(row)
}

export function namespaceVerbs({ prisma, repeatable }: Database): NamespaceVerbs {
  return {
    ensureNamespace: ({ id, displayName, at }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const data = { id, displayName, createdAt: at }
          const { count } = await tx.namespace.createMany({ data, skipDuplicates: true })
          // Otherwise the log would seem removed.
          if (count > 0) await holdLog(tx, id, at)
        }),
      ),

    findNamespaces: (idOrName) =>
      repeatable(() =>
        prisma.namespace.findMany({
          where: NAMESPACE_ID.test(idOrName) ? { id: idOrName } : { displayName: idOrName, OR: NOT_FOR_EVALUATION },
          select: { id: true, displayName: true },
          orderBy: { id: 'asc' },
        }),
      ),

    findAccount: (id) => repeatable(() => findState(prisma, id)),

    findSettings: (id) => repeatable(() => findSettings(prisma, id)),

    setAccount: (id, change, { actor, at }) =>
      repeatable(async () => {
        const outcome = await prisma.$transaction((tx) => changeSettings(tx, id, change, { actor, at, proposer: null }))
        return outcome.kind === 'done' ? outcome.settings : null
      }),

    changeSettings: (id, change, { proposer, at }) =>
      repeatable(() =>
        prisma.$transaction((tx) => changeSettings(tx, id, change, { actor: proposer.label, at, proposer })),
      ),
  }
}

const { unitLibraryHash: _, ...DECIDED } = NAMESPACE_STATE
const SETTINGS = { ...DECIDED, displayName: true, preset: true } as const

const LOGGED = {
  displayName: 'display_name',
  labelingAllowed: 'labeling_allowed',
  peopleApprove: 'people_approve',
  separateApprover: 'separate_approver',
  currentEngine: 'current_engine',
  passingCases: 'passing_cases',
  approvalsNeeded: 'approvals_needed',
  neededRole: 'needed_role',
  neededRoleLast: 'needed_role_last',
  commentsResolved: 'comments_resolved',
  blindTestDone: 'blind_test_done',
  signerNotInvitedByAuthor: 'signer_not_invited_by_author',
  inForceWhenApproved: 'in_force_when_approved',
  unsignedApprovals: 'unsigned_approvals',
  passkeyToSign: 'passkey_to_sign',
  passkeyToAdminister: 'passkey_to_administer',
  decisionLog: 'decision_log',
  preset: 'preset',
  checksPerMonth: 'checks_per_month',
} as const satisfies Record<keyof AccountSettings, string>

export async function findSettings(tx: Prisma.TransactionClient, id: string): Promise<AccountSettings | null> {
  const row = await tx.namespace.findUnique({ where: { id }, select: SETTINGS })
  if (row === null) return null
  const preset = row.preset === 'regulated' || row.preset === 'standard' ? row.preset : null
  return { ...withoutUnset(row), preset }
}

async function changeSettings(
  tx: Prisma.TransactionClient,
  id: string,
  change: Partial<AccountSettings>,
  { actor, at, proposer }: ChangedBy & { readonly proposer: Proposer | null },
): Promise<SettingsOutcome> {
  // Concurrent changes take turns.
  await holdAdministration(tx, id)
  const before = await findSettings(tx, id)
  if (before === null) return { kind: 'unknown' }
  const changed = changedKeys(before, change)
  if (changed.length === 0) return { kind: 'done', settings: before }
  const weakening = proposer !== null && isWeaker(before, change)
  if (weakening && hasAnotherAdministrator(await membersInForce(tx, id), proposer.personId)) {
    const proposed = { before: pickSettings(before, changed), after: pickSettings({ ...before, ...change }, changed) }
    return proposeChange(tx, id, { kind: 'settings', ...proposed }, proposer, at)
  }
  const event = await writeSettings(tx, id, before, change)
  const details = weakening ? { ...event.details, sole_administrator: true } : event.details
  await appendLog(tx, id, at, [{ ...event, actor, details }])
  return { kind: 'done', settings: { ...before, ...change } }
}

function isWeaker(before: AccountSettings, change: Partial<AccountSettings>): boolean {
  return (
    weakensNamespace(before, change) ||
    weakensApprovalRules(before, change) ||
    weakensDecisionLog(before.decisionLog, change.decisionLog)
  )
}

/**
 * The caller must hold the administration.
 * @returns the event to append
 */
export async function writeSettings(
  tx: Prisma.TransactionClient,
  id: string,
  before: AccountSettings,
  change: Partial<AccountSettings>,
): Promise<Omit<LogEvent, 'actor'>> {
  const after = { ...before, ...change }
  const { decisionLog, ...columns } = change
  const data = decisionLog === undefined ? columns : { ...columns, decisionLog: decisionLog ?? Prisma.DbNull }
  await tx.namespace.update({ where: { id }, data })
  const details = changedKeys(before, change).map((key): [string, Json] => [
    LOGGED[key],
    { from: before[key], to: after[key] },
  ])
  return { kind: 'settings_changed', details: Object.fromEntries(details) }
}

function changedKeys(before: AccountSettings, change: Partial<AccountSettings>): (keyof AccountSettings)[] {
  const after = { ...before, ...change }
  return (Object.keys(LOGGED) as (keyof AccountSettings)[]).filter((key) => !isSameSetting(before[key], after[key]))
}

/** Settings of the decision log are objects. */
export function isSameSetting(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other))
}

/** Omits what only the operator decides. */
function pickSettings(
  { checksPerMonth: _, preset: __, ...settings }: AccountSettings,
  keys: readonly (keyof AccountSettings)[],
): ProposedSettings {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key as keyof AccountSettings)))
}

export interface FirstResults {
  /** Hash of the last bound ruleset. */
  readonly latestHash: string | null
  readonly hasSignature: boolean
}

export interface FirstResultVerbs {
  findFirstResults(namespaceId: string): Promise<FirstResults>
}

export function firstResultVerbs({ prisma, repeatable }: Database): FirstResultVerbs {
  return {
    findFirstResults: (namespaceId) =>
      repeatable(async () => {
        const [latest, signature] = await Promise.all([
          prisma.rulesetName.findFirst({
            where: { namespaceId },
            select: { hash: true },
            orderBy: [{ boundAt: 'desc' }, { name: 'asc' }],
          }),
          prisma.reviewRecord.findFirst({ where: { namespaceId, meaning: 'approved' }, select: { id: true } }),
        ])
        return { latestHash: latest?.hash ?? null, hasSignature: signature !== null }
      }),
  }
}
