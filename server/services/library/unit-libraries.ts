import { LRUCache } from 'lru-cache'
import { primitives } from '#primitives'
import { Refusal } from '../../api/refusal'
import { hexText, utf8Bytes } from '../../attestation/byte-texts'
import type { UnitLibraryVerbs } from '../../database/units/unit-libraries'
import { libraryLines, libraryText, libraryTextWith } from '../../language/units/converter-pairs'
import type { Converter } from '../../language/units/unit'
import type { Caller } from '../calls/caller'
import type { LibraryText } from '../engine-pool/engine-job'

export interface LibrarySource {
  /** The library in force. */
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  /** A library that is or was in force. */
  readonly libraryByHash: (caller: Caller, hash: string) => LibraryText | Promise<LibraryText>
}

/** @param hash absent for the library in force, null for the built-in standards, as in answers */
export function findRequestedLibrary(
  { libraryOf, libraryByHash }: LibrarySource,
  caller: Caller,
  hash: string | null | undefined,
): LibraryText | Promise<LibraryText> {
  if (hash === undefined) return libraryOf(caller)
  return hash === null ? BUILT_IN_LIBRARY : libraryByHash(caller, hash)
}

export const BUILT_IN_LIBRARY: LibraryText = { hash: null, converters: [] }

export function hashLibrary(canonical: string): string {
  return hexText(primitives.sha256(utf8Bytes(canonical)))
}

/** Names the built-in standards in a replay, although their `unit_library_hash` is null. */
export const BUILT_IN_HASH = hashLibrary(libraryText([]))

/** The canonical text is stored permanently. */
export interface NewLibrary {
  readonly text: LibraryText & { readonly hash: string }
  readonly canonical: string
}

/** Adds a converter, or replaces the one of its pair. */
export function addToLibrary({ converters }: LibraryText, converter: Converter): NewLibrary {
  const canonical = libraryTextWith(converters, converter)
  return { text: { hash: hashLibrary(canonical), converters: libraryLines(canonical) }, canonical }
}

const MAX_CACHED_CHARACTERS = 16_000_000

export class UnitLibraries implements LibrarySource {
  private readonly cache = new LRUCache<string, LibraryText>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: sizeOf,
  })

  constructor(private readonly store: Pick<UnitLibraryVerbs, 'findUnitLibrary'>) {}

  readonly libraryOf = ({ namespaceId, account }: Caller): LibraryText | Promise<LibraryText> => {
    const hash = account.unitLibraryHash
    if (hash === null || namespaceId === null) return BUILT_IN_LIBRARY
    return this.cache.get(namespaceId + hash) ?? this.readInForce(namespaceId, hash)
  }

  /** @throws Refusal RULESET_NOT_FOUND if the namespace does not store the library */
  readonly libraryByHash = ({ namespaceId }: Caller, hash: string): LibraryText | Promise<LibraryText> => {
    if (hash === BUILT_IN_HASH) return BUILT_IN_LIBRARY
    if (namespaceId === null) throw unknownLibrary(hash)
    return this.cache.get(namespaceId + hash) ?? this.readStored(namespaceId, hash)
  }

  remember(namespaceId: string, { text }: NewLibrary): void {
    this.cache.set(namespaceId + text.hash, text)
  }

  private async readInForce(namespaceId: string, hash: string): Promise<LibraryText> {
    const library = await this.read(namespaceId, hash)
    if (library === null) throw new Error(`the unit library ${hash} is in force and not stored`)
    return library
  }

  private async readStored(namespaceId: string, hash: string): Promise<LibraryText> {
    const library = await this.read(namespaceId, hash)
    if (library === null) throw unknownLibrary(hash)
    return library
  }

  private async read(namespaceId: string, hash: string): Promise<LibraryText | null> {
    const canonical = await this.store.findUnitLibrary(namespaceId, hash)
    if (canonical === null) return null
    const library = { hash, converters: libraryLines(canonical) }
    this.cache.set(namespaceId + hash, library)
    return library
  }
}

function sizeOf({ converters }: LibraryText): number {
  return converters.reduce((sum, { from, to, factor, offset }) => {
    return sum + from.length + to.length + factor.length + offset.length + 100
  }, 200)
}

function unknownLibrary(hash: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No unit library with the hash ${hash} is stored in this namespace. Leave \`unit_library_hash\` out to check under the current one.`,
  )
}
