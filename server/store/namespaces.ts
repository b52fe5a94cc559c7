/**
 * Namespaces: the owners of everything stored.
 *
 * Promises: what is stored in one namespace is found through that namespace only; a setting is changed together with its
 * entry in the namespace's log. Trusts ids to be UUIDs made by the caller.
 */
import type { Prisma } from '../../generated/prisma/client'
import { appendLog } from './append-log'
import type { Database } from './database'

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
  readonly unsignedApprovals: boolean
  /** Successful checks allowed in a UTC month; null is no allowance. */
  readonly checksPerMonth: number | null
}

/** What an administrator or the operator decides of it. */
export type AccountSettings = Omit<NamespaceState, 'unitLibraryHash'> & { readonly displayName: string }

/** Who changes something: the label of a person, or `operator`. */
export interface ChangedBy {
  readonly actor: string
  readonly at: Date
}

export interface NamespaceVerbs {
  /** Makes the namespace when there is none of this id; an existing one keeps its name. */
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
  /** Changes what is given and leaves the rest; null when there is no namespace of this id. */
  setAccount(namespaceId: string, change: Partial<AccountSettings>, by: ChangedBy): Promise<AccountSettings | null>
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
  unsignedApprovals: true,
  checksPerMonth: true,
} as const

export function namespaceVerbs({ prisma, repeatable }: Database): NamespaceVerbs {
  return {
    ensureNamespace: ({ id, displayName, at }) =>
      repeatable(async () => {
        await prisma.namespace.createMany({ data: { id, displayName, createdAt: at }, skipDuplicates: true })
      }),

    findNamespaces: (idOrName) =>
      repeatable(() =>
        prisma.namespace.findMany({
          where: NAMESPACE_ID.test(idOrName) ? { id: idOrName } : { displayName: idOrName, OR: NOT_FOR_EVALUATION },
          select: { id: true, displayName: true },
          orderBy: { id: 'asc' },
        }),
      ),

    findAccount: (id) => repeatable(() => prisma.namespace.findUnique({ where: { id }, select: NAMESPACE_STATE })),

    findSettings: (id) => repeatable(() => prisma.namespace.findUnique({ where: { id }, select: SETTINGS })),

    setAccount: (id, change, by) => repeatable(() => prisma.$transaction((tx) => changeSettings(tx, id, change, by))),
  }
}

const { unitLibraryHash: _, ...DECIDED } = NAMESPACE_STATE
const SETTINGS = { ...DECIDED, displayName: true } as const

/** As the log tells them. */
const LOGGED = {
  displayName: 'display_name',
  labelingAllowed: 'labeling_allowed',
  peopleApprove: 'people_approve',
  separateApprover: 'separate_approver',
  unsignedApprovals: 'unsigned_approvals',
  checksPerMonth: 'checks_per_month',
} as const satisfies Record<keyof AccountSettings, string>

async function changeSettings(
  tx: Prisma.TransactionClient,
  id: string,
  change: Partial<AccountSettings>,
  { actor, at }: ChangedBy,
): Promise<AccountSettings | null> {
  // Of two changes at once the second sees what the first left.
  await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  const before = await tx.namespace.findUnique({ where: { id }, select: SETTINGS })
  if (before === null) return null
  const after = { ...before, ...change }
  const changed = (Object.keys(LOGGED) as (keyof AccountSettings)[]).filter((key) => before[key] !== after[key])
  if (changed.length === 0) return before
  await tx.namespace.update({ where: { id }, data: change })
  const details = Object.fromEntries(changed.map((key) => [LOGGED[key], { from: before[key], to: after[key] }]))
  await appendLog(tx, id, at, [{ kind: 'settings_changed', actor, details }])
  return after
}
