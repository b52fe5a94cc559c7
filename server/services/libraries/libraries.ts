/**
 * Libraries of a namespace. A library is a saved ruleset whose text shares statements, so its revisions, permissions and log
 * entries are those of rulesets. Nothing here changes a text.
 */
import { Refusal } from '../../api/refusal'
import type { NamedRevisionVerbs, StoredBinding } from '../../database/rulesets/named-revisions'
import type { SharedTextVerbs, SharingName } from '../../database/rulesets/shared-texts'
import { Speller } from '../../language/text/nearest'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { PartReader } from './part-reader'

export interface LibraryRow {
  readonly name: string
  /** SHA-256 of the lines. */
  readonly sha256: string
  /** The shared names, in the order of the text. */
  readonly names: readonly string[]
  readonly savedAt: string
  readonly savedBy: string
  /** Saved rulesets whose current text uses it. */
  readonly users: number
}

/** Lines that the library had, with the save that brought them. */
export interface LibraryRevision {
  readonly sha256: string
  /** Hash of the text. */
  readonly hash: string
  readonly savedAt: string
  readonly savedBy: string
  readonly message: string | null
}

export interface LibraryUser {
  readonly name: string
  readonly sha256: string
  /** `other`: the lines are not of one of the listed revisions. */
  readonly state: 'current' | 'older' | 'other'
}

export interface OpenedLibrary {
  readonly name: string
  readonly lines: string
  readonly names: readonly string[]
  /** Newest first, the current one included; of equal lines, the latest save. */
  readonly revisions: readonly LibraryRevision[]
  readonly users: readonly LibraryUser[]
}

export interface UseToJudge {
  readonly name: string
  readonly sha256: string
}

/** The current revision of a library. */
export type NewestRevision = LibraryRevision & { readonly lines: string }

export type UseState = UseToJudge &
  (
    | { readonly state: 'current'; readonly newest: NewestRevision }
    /** `used` tells when the lines of the use were saved. */
    | { readonly state: 'older'; readonly newest: NewestRevision; readonly used: LibraryRevision }
    /** The name is a library, and never had these lines. */
    | { readonly state: 'other'; readonly newest: NewestRevision }
    /** No library has the name; `nearest` may be meant. */
    | { readonly state: 'unknown'; readonly nearest: string | null }
  )

export interface Libraries {
  list(caller: Caller): Promise<readonly LibraryRow[]>
  /** @throws Refusal RULESET_NOT_FOUND */
  open(caller: Caller, name: string): Promise<OpenedLibrary>
  /** Which revision of its library each use has, in the given order. */
  judge(caller: Caller, uses: readonly UseToJudge[]): Promise<readonly UseState[]>
}

export interface LibraryDependencies {
  readonly store: SharedTextVerbs & Pick<NamedRevisionVerbs, 'latestBindings'>
  readonly partReader: PartReader
}

/** Older saves are not looked at. */
const LIBRARY_REVISIONS = 200

export function createLibraries({ store, partReader }: LibraryDependencies): Libraries {
  /** Each use by a current text. */
  const usesOf = async (namespaceId: string): Promise<readonly (UseToJudge & { readonly user: string })[]> => {
    const names = await store.namesUsing(namespaceId)
    const read = await partReader.read(namespaceId, names.map(hashOf))
    return names.flatMap(({ name: user, hash }) =>
      (read.get(hash)?.uses ?? []).map(({ name, sha256 }) => ({ user, name, sha256 })),
    )
  }
  const list = async (caller: Caller): Promise<readonly LibraryRow[]> => {
    demandPermission(caller, 'read')
    const namespaceId = namespaceOf(caller)
    const named = await store.namesSharing(namespaceId)
    const read = await partReader.read(namespaceId, named.map(hashOf))
    const uses = await usesOf(namespaceId)
    return named.flatMap(({ name, hash, boundAt, boundBy }) => {
      const own = read.get(hash)?.own ?? null
      if (own === null) return []
      const users = new Set(uses.filter((use) => use.name === name).map(({ user }) => user)).size
      return [{ name, sha256: own.sha256, names: own.names, savedAt: boundAt.toISOString(), savedBy: boundBy, users }]
    })
  }
  /**
   * Null if the name has no library now.
   * @param wanted older saves than that of these lines are not read; null reads all
   */
  const readLibrary = async (namespaceId: string, name: string, wanted: string | null) => {
    const bindings = await store.latestBindings(namespaceId, name, LIBRARY_REVISIONS)
    const current = bindings[0]?.hash ?? ''
    const own = (await partReader.read(namespaceId, [current])).get(current)?.own ?? null
    if (own === null) return null
    const revisions = new Map<string, LibraryRevision>()
    for (const binding of bindings) {
      if (wanted !== null && revisions.has(wanted)) break
      const sha256 = (await partReader.read(namespaceId, [binding.hash])).get(binding.hash)?.own?.sha256
      if (sha256 !== undefined && !revisions.has(sha256)) revisions.set(sha256, toRevision(binding, sha256))
    }
    return { own, revisions }
  }
  return {
    list,

    open: async (caller, name) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const library = await readLibrary(namespaceId, name, null)
      if (library === null)
        throw new Refusal(
          'RULESET_NOT_FOUND',
          `No library is saved under the name "${name}" in this namespace. The page Libraries lists them.`,
        )
      const { own, revisions } = library
      const uses = await usesOf(namespaceId)
      const users = uses.flatMap(({ user, name: used, sha256 }): LibraryUser[] => {
        const state = sha256 === own.sha256 ? 'current' : revisions.has(sha256) ? 'older' : 'other'
        return used === name ? [{ name: user, sha256, state }] : []
      })
      return { name, lines: own.lines, names: own.names, revisions: [...revisions.values()], users }
    },

    judge: async (caller, uses) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const states: UseState[] = []
      for (const use of uses) {
        const library = await readLibrary(namespaceId, use.name, use.sha256)
        if (library === null) {
          const known = (await store.namesSharing(namespaceId)).map(({ name }) => name)
          states.push({ ...use, state: 'unknown', nearest: new Speller().nearest(use.name, known) })
          continue
        }
        const { own, revisions } = library
        const used = revisions.get(use.sha256)
        const newest = { ...revisions.get(own.sha256)!, lines: own.lines }
        if (use.sha256 === own.sha256) states.push({ ...use, state: 'current', newest })
        else
          states.push(
            used === undefined ? { ...use, state: 'other', newest } : { ...use, state: 'older', newest, used },
          )
      }
      return states
    },
  }
}

function hashOf({ hash }: Pick<SharingName, 'hash'>): string {
  return hash
}

function toRevision({ hash, boundAt, boundBy, message }: StoredBinding, sha256: string): LibraryRevision {
  return { sha256, hash, savedAt: boundAt.toISOString(), savedBy: boundBy, message }
}
