/** Missing tiles are not reported, because tiles are a cache. */
import type { LogCheck } from '../../attestation/log-check'
import { type LogTile, TILE_HEIGHT, TILE_LEVELS } from '../../attestation/log-tiles'
import type { LogReading, StoredTile } from '../../database/signing/log-snapshot'

/** Half a megabyte of rows. */
const PAGE_TILES = 64
/** Further findings are counted, because one missing entry changes every later tile. */
const MAX_FINDINGS = 10

export class StoredTileCheck {
  private readonly open = Array.from({ length: TILE_LEVELS }, () => ({ index: 0, hashes: [] as Uint8Array[] }))
  private readonly stored: readonly StoredTilesOfLevel[]
  private findings = 0

  constructor(
    private readonly reading: LogReading,
    private readonly namespaceId: string,
    private readonly check: LogCheck,
  ) {
    this.stored = this.open.map((_, level) => new StoredTilesOfLevel(reading, namespaceId, level))
  }

  /**
   * @param completed hashes of the perfect subtrees that end with this entry, as in `GrownTree`
   * @returns null if no tile ends with it
   */
  take(completed: readonly Uint8Array[]): Promise<void> | null {
    this.open[0]!.hashes.push(completed[0]!)
    return completed.length > TILE_HEIGHT ? this.closeTiles(completed) : null
  }

  private async closeTiles(completed: readonly Uint8Array[]): Promise<void> {
    for (const [level, tile] of this.open.entries()) {
      const root = completed[(level + 1) * TILE_HEIGHT]
      if (root === undefined) return
      await this.compare({ level, index: tile.index, hashes: Buffer.concat(tile.hashes), root })
      tile.index += 1
      tile.hashes = []
      this.open[level + 1]?.hashes.push(root)
    }
  }

  /** Reports stored tiles beyond the entries. */
  async end(): Promise<void> {
    for (const [level, stored] of this.stored.entries())
      for (let row = await stored.next(null); row !== null; row = await stored.next(null))
        this.reportStray(level, row.index)
    for (const level of await this.reading.findStrangeTileLevels(this.namespaceId, PAGE_TILES))
      this.report(`log_tile has a row of level ${level}, which no log has`)
    if (this.findings > MAX_FINDINGS)
      this.check.report(`log_tile: ${this.findings - MAX_FINDINGS} more rows are not those of the entries`)
  }

  private async compare(computed: LogTile): Promise<void> {
    const { level, index } = computed
    const stored = this.stored[level]
    if (stored === undefined) return
    for (let row = await stored.next(BigInt(index)); row !== null; row = await stored.next(BigInt(index))) {
      if (row.index < BigInt(index)) this.reportStray(level, row.index)
      else if (!isSameBytes(row.hashes, computed.hashes) || !isSameBytes(row.root, computed.root))
        this.report(`log_tile, level ${level}, index ${index}: the stored hashes are not those of the entries`)
    }
  }

  private reportStray(level: number, index: bigint): void {
    this.report(`log_tile, level ${level}, index ${index}: the log has no complete tile there`)
  }

  private report(problem: string): void {
    this.findings += 1
    if (this.findings <= MAX_FINDINGS) this.check.report(problem)
  }
}

class StoredTilesOfLevel {
  private rows: StoredTile[] = []
  private from: bigint | null = null
  private ended = false

  constructor(
    private readonly reading: LogReading,
    private readonly namespaceId: string,
    private readonly level: number,
  ) {}

  /**
   * @param index null takes any tile
   * @returns null if the next tile is beyond it
   */
  async next(index: bigint | null): Promise<StoredTile | null> {
    if (this.rows.length === 0 && !this.ended) {
      this.rows = await this.reading.readTileRows(this.namespaceId, this.level, this.from ?? LOWEST_INDEX, PAGE_TILES)
      this.ended = this.rows.length < PAGE_TILES
      this.from = (this.rows.at(-1)?.index ?? 0n) + 1n
    }
    const [row] = this.rows
    if (row === undefined || (index !== null && row.index > index)) return null
    this.rows.shift()
    return row
  }
}

/** Smallest value of the column. */
const LOWEST_INDEX = -(2n ** 63n)

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other)
}
