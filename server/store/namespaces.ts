/**
 * Namespaces: the owners of everything stored.
 *
 * Promises: what is stored in one namespace is found through that namespace only. Trusts ids to be UUIDs made by the
 * caller.
 */
import type { Database } from './database'

export interface NewNamespace {
  /** UUID, internal: never shown to a person. */
  readonly id: string
  readonly displayName: string
  readonly at: Date
}

export interface NamespaceVerbs {
  /** Makes the namespace when there is none of this id; an existing one keeps its name. */
  ensureNamespace(namespace: NewNamespace): Promise<void>
}

export function namespaceVerbs({ prisma, repeatable }: Database): NamespaceVerbs {
  return {
    ensureNamespace: ({ id, displayName, at }) =>
      repeatable(async () => {
        await prisma.namespace.createMany({ data: { id, displayName, createdAt: at }, skipDuplicates: true })
      }),
  }
}
