/**
 * Works page by page, so that the event loop stays free. Concurrent processes store the same tiles. Callers must
 * compare hashes with the log's root, because stored tiles are trusted here.
 */
import {
  completeTiles,
  type HashSource,
  rangeHashes,
  TILE_BYTES,
  TILE_LEVELS,
  TILE_WIDTH,
  tileOf,
} from '../../attestation/log-tiles'
import { addLeaf, EMPTY_FRONTIER, joinSubtrees, type LeafRange } from '../../attestation/merkle-tree'
import type { LogVerbs } from '../../database/signing/log-entries'
import type { LogTileVerbs } from '../../database/signing/log-tiles'

export interface TiledRoot {
  readonly namespaceId: string
  /** Entries. */
  readonly size: bigint
  readonly root: Uint8Array
}

/** Tiles computed at once, about four milliseconds of hashing. */
const PAGE_TILES = 8

export class StoredTiles {
  /** The next work on a namespace's tiles waits for this. */
  private readonly turns = new Map<string, Promise<unknown>>()
  /** Concurrent calls share a repair. */
  private readonly mending = new Map<string, Promise<boolean>>()

  constructor(private readonly store: Pick<LogVerbs, 'leafHashes'> & LogTileVerbs) {}

  /** The MTH of each range; null if a tile or entry is missing. */
  hashes(namespaceId: string, size: bigint, ranges: readonly LeafRange[]): Promise<Uint8Array[] | null> {
    const { store } = this
    const source: HashSource = {
      readTiles: (addresses) => store.readTiles(namespaceId, addresses),
      readRun: ({ level, start, end }) =>
        level < 0
          ? store.leafHashes(namespaceId, BigInt(start), BigInt(end))
          : store.tileRoots(namespaceId, level, start, end),
    }
    return rangeHashes(source, Number(size), ranges)
  }

  /** Stops if an entry is missing or `isStopped` returns true. */
  async fill(namespaceId: string, size: bigint, isStopped: () => boolean = () => false): Promise<void> {
    if (size < TILE_WIDTH) return
    const entries = Number(size)
    const counts = await this.store.countTiles(namespaceId)
    if (counts.every((count, level) => count >= completeTiles(entries, level))) return
    await this.inTurn(namespaceId, async () => {
      const from = await this.store.countTiles(namespaceId)
      await this.storeFrom(namespaceId, entries, from, isStopped)
    })
  }

  /** Computes all tiles again. @returns false, without storing, if the entries do not lead to the root */
  mend(log: TiledRoot): Promise<boolean> {
    const { namespaceId } = log
    const running = this.mending.get(namespaceId)
    if (running !== undefined) return running
    const mending = this.inTurn(namespaceId, async () => {
      if (!(await this.leadsTo(log))) return false
      await this.store.removeTilesBeyondLog(namespaceId)
      const none = Array.from({ length: TILE_LEVELS }, () => 0)
      await this.storeFrom(namespaceId, Number(log.size), none, () => false)
      return true
    }).finally(() => this.mending.delete(namespaceId))
    this.mending.set(namespaceId, mending)
    return mending
  }

  private async storeFrom(
    namespaceId: string,
    entries: number,
    from: readonly number[],
    isStopped: () => boolean,
  ): Promise<void> {
    const leafTiles = completeTiles(entries, 0)
    for (let start = from[0] ?? 0; start < leafTiles; start += PAGE_TILES) {
      if (isStopped()) return
      const page = await this.completePage(namespaceId, start, Math.min(start + PAGE_TILES, leafTiles))
      if (page === null) return
      await this.store.storeTiles(
        namespaceId,
        page.map((hashes, nth) => tileOf({ level: 0, index: start + nth }, hashes)),
      )
    }
    for (let level = 1; level < TILE_LEVELS; level++)
      for (let index = from[level] ?? 0; index < completeTiles(entries, level); index++) {
        if (isStopped()) return
        const start = index * TILE_WIDTH
        const roots = await this.store.tileRoots(namespaceId, level - 1, start, start + TILE_WIDTH)
        if (roots.length < TILE_WIDTH) return
        await this.store.storeTiles(namespaceId, [tileOf({ level, index }, Buffer.concat(roots))])
      }
  }

  /** Null if an entry is missing. */
  private async completePage(namespaceId: string, start: number, end: number): Promise<Uint8Array[] | null> {
    const page = await this.store.leafTiles(namespaceId, start, end)
    const isWhole = page.every(({ index, hashes }, nth) => index === start + nth && hashes.length === TILE_BYTES)
    return isWhole && page.length === end - start ? page.map(({ hashes }) => hashes) : null
  }

  private async leadsTo({ namespaceId, size, root }: TiledRoot): Promise<boolean> {
    const entries = Number(size)
    const leafTiles = completeTiles(entries, 0)
    let tiles = EMPTY_FRONTIER
    for (let start = 0; start < leafTiles; start += PAGE_TILES) {
      const page = await this.completePage(namespaceId, start, Math.min(start + PAGE_TILES, leafTiles))
      if (page === null) return false
      for (const [nth, hashes] of page.entries())
        tiles = addLeaf(tiles, tileOf({ level: 0, index: start + nth }, hashes).root)
    }
    const tail = await this.store.leafHashes(namespaceId, BigInt(leafTiles * TILE_WIDTH), size)
    if (tail.length !== entries % TILE_WIDTH) return false
    const { subtrees } = tail.reduce(addLeaf, EMPTY_FRONTIER)
    return Buffer.from(root).equals(joinSubtrees([...tiles.subtrees, ...subtrees]))
  }

  private inTurn<T>(namespaceId: string, work: () => Promise<T>): Promise<T> {
    const result = (this.turns.get(namespaceId) ?? Promise.resolve()).then(work)
    const ended = result.then(
      () => {},
      // `result` reports the failure. The next work only waits for the end.
      () => {},
    )
    this.turns.set(namespaceId, ended)
    void ended.then(() => {
      if (this.turns.get(namespaceId) === ended) this.turns.delete(namespaceId)
    })
    return result
  }
}
