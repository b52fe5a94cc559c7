/**
 * Namespaces: the owners of everything stored.
 *
 * Promises: what is stored in one namespace is found through that namespace only. Trusts ids to be UUIDs made by the
 * caller.
 */
import type { Prisma } from '../../generated/prisma/client'
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
  /** Successful checks allowed in a UTC month; null is no allowance. */
  readonly checksPerMonth: number | null
}

/** What the operator decides of it. */
export type AccountSettings = Omit<NamespaceState, 'unitLibraryHash'>

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
  /** Changes what is given and leaves the rest; null when there is no namespace of this id. */
  setAccount(namespaceId: string, change: Partial<AccountSettings>): Promise<NamespaceState | null>
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

    setAccount: (id, change) =>
      repeatable(async () => {
        await prisma.namespace.updateMany({ where: { id }, data: change })
        return prisma.namespace.findUnique({ where: { id }, select: NAMESPACE_STATE })
      }),
  }
}
