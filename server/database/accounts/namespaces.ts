/**
 * Namespaces: the owners of everything stored.
 *
 * Promises: what is stored in one namespace is found through that namespace only; a setting is changed together with
 * its entry in the namespace's log; a change that weakens a rule waits for a second administrator where there is one.
 * Trusts ids to be UUIDs made by the caller.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { type Preset, weakens } from '../../api/namespace-rules'
import type { ProposedSettings } from '../../api/proposed-change'
import type { Database } from '../client/database'
import { appendLog, holdLog } from '../signing/append-log'
import type { LogEvent } from '../signing/log-event'
import { hasAnotherAdministrator, holdAdministration, membersInForce } from './administration'
import { type ProposalOutcome, type Proposer, proposeChange } from './propose-change'

export interface NewNamespace {
  /** UUID, internal: never shown to a person. */
  readonly id: string
  readonly displayName: string
  readonly at: Date
}

export interface FoundNamespace {
  readonly id: string
  readonly displayName: string
}

/** What holds for a namespace as a whole. */
export interface NamespaceState {
  readonly unitLibraryHash: string | null
  readonly labelingAllowed: boolean
  readonly peopleApprove: boolean
  readonly separateApprover: boolean
  readonly currentEngine: boolean
  readonly passingCases: boolean
  readonly unsignedApprovals: boolean
  readonly passkeyToSign: boolean
  readonly passkeyToAdminister: boolean
  /** Successful checks allowed in a UTC month; null is no allowance. */
  readonly checksPerMonth: number | null
}

/** What an administrator or the operator decides of it. */
export type AccountSettings = Omit<NamespaceState, 'unitLibraryHash'> & {
  readonly displayName: string
  /** That was chosen for the rules; null where none was. */
  readonly preset: Preset | null
}

export type SettingsOutcome =
  | { readonly kind: 'done'; readonly settings: AccountSettings }
  | { readonly kind: 'unknown' }
  | ProposalOutcome

/** Who changes something: the label of a person, or `operator`. */
export interface ChangedBy {
  readonly actor: string
  readonly at: Date
}

export interface NamespaceVerbs {
  /** Makes the namespace when there is none of this id; an existing one retains its name. */
  ensureNamespace(namespace: NewNamespace): Promise<void>
  /**
   * The namespace of this id, or else all of this name. One that only evaluation credentials open is found by its id
   * alone: all of those have the same name.
   */
  findNamespaces(idOrName: string): Promise<FoundNamespace[]>
  /** Null when there is no namespace of this id. */
  findAccount(namespaceId: string): Promise<NamespaceState | null>
  /** Null when there is no namespace of this id. */
  findSettings(namespaceId: string): Promise<AccountSettings | null>
  /**
   * Changes what is given and leaves the rest, as the operator, without confirmation. Null when there is no namespace
   * of this id.
   */
  setAccount(namespaceId: string, change: Partial<AccountSettings>, by: ChangedBy): Promise<AccountSettings | null>
  /** The same, as an administrator: what weakens a rule waits for a second one where there is one. */
  changeSettings(
    namespaceId: string,
    change: Partial<AccountSettings>,
    by: { readonly proposer: Proposer; readonly at: Date },
  ): Promise<SettingsOutcome>
}

/** The form of an id. A name of this form would never be found. */
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
  unsignedApprovals: true,
  passkeyToSign: true,
  passkeyToAdminister: true,
  checksPerMonth: true,
} as const

/** A column that a later release added is null until it is set, so that earlier entries of a log still prove the row. */
export function withoutUnset<Row extends { readonly passingCases: boolean | null }>(
  row: Row,
): Omit<Row, 'passingCases'> & { readonly passingCases: boolean } {
  return { ...row, passingCases: row.passingCases ?? false }
}

/** Null when there is no namespace of this id. */
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
          // Its log begins with it: a namespace without a log is one whose log was removed.
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

/** Names of the settings in the log. */
const LOGGED = {
  displayName: 'display_name',
  labelingAllowed: 'labeling_allowed',
  peopleApprove: 'people_approve',
  separateApprover: 'separate_approver',
  currentEngine: 'current_engine',
  passingCases: 'passing_cases',
  unsignedApprovals: 'unsigned_approvals',
  passkeyToSign: 'passkey_to_sign',
  passkeyToAdminister: 'passkey_to_administer',
  preset: 'preset',
  checksPerMonth: 'checks_per_month',
} as const satisfies Record<keyof AccountSettings, string>

/** Null when there is no namespace of this id. */
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
  // Of two changes at once the second sees what the first left.
  await holdAdministration(tx, id)
  const before = await findSettings(tx, id)
  if (before === null) return { kind: 'unknown' }
  const changed = changedKeys(before, change)
  if (changed.length === 0) return { kind: 'done', settings: before }
  const weakening = proposer !== null && weakens(before, change)
  if (weakening && hasAnotherAdministrator(await membersInForce(tx, id), proposer.personId)) {
    const proposed = { before: picked(before, changed), after: picked({ ...before, ...change }, changed) }
    return proposeChange(tx, id, { kind: 'settings', ...proposed }, proposer, at)
  }
  const event = await writeSettings(tx, id, before, change)
  const details = weakening ? { ...event.details, sole_administrator: true } : event.details
  await appendLog(tx, id, at, [{ ...event, actor, details }])
  return { kind: 'done', settings: { ...before, ...change } }
}

/**
 * Trusts its caller to hold the administration of the namespace.
 * @returns the event, for the caller to append
 */
export async function writeSettings(
  tx: Prisma.TransactionClient,
  id: string,
  before: AccountSettings,
  change: Partial<AccountSettings>,
): Promise<Omit<LogEvent, 'actor'>> {
  const after = { ...before, ...change }
  await tx.namespace.update({ where: { id }, data: change })
  const details = changedKeys(before, change).map((key) => [LOGGED[key], { from: before[key], to: after[key] }])
  return { kind: 'settings_changed', details: Object.fromEntries(details) }
}

function changedKeys(before: AccountSettings, change: Partial<AccountSettings>): (keyof AccountSettings)[] {
  const after = { ...before, ...change }
  return (Object.keys(LOGGED) as (keyof AccountSettings)[]).filter((key) => before[key] !== after[key])
}

/** What an administrator decides alone: what the operator decides is never proposed. */
function picked(
  { checksPerMonth: _, preset: __, ...settings }: AccountSettings,
  keys: readonly (keyof AccountSettings)[],
): ProposedSettings {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key as keyof AccountSettings)))
}
