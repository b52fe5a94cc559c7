/**
 * Stores the tiles of logs in the background, so that a proof of a long log need not: after an upgrade from a release
 * without tiles, and as logs grow.
 *
 * Promises: works on one log at a time, the shortest first, and leaves the event loop free between pages; what fails is reported,
 * and tried again with the next round. Several processes may do so at once.
 */
import type { LogTileVerbs } from '../../database/signing/log-tiles'
import type { StoredTiles } from './stored-tiles'

export interface TileFillerDependencies {
  readonly store: Pick<LogTileVerbs, 'listUntiledLogs'>
  readonly tiles: Pick<StoredTiles, 'fill'>
  /** Between the end of one round and the next, in milliseconds. */
  readonly everyMs: number
  /** Calls once after so many milliseconds; the answer calls it off. */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly reportTrouble: (error: unknown) => void
}

export interface TileFiller {
  /** Resolves when the page in hand is stored. */
  stop(): Promise<void>
}

export function startTileFiller({ store, tiles, everyMs, after, reportTrouble }: TileFillerDependencies): TileFiller {
  let stopped = false
  let callOff = () => {}
  let round = Promise.resolve()
  const isStopped = () => stopped
  const fillAll = async () => {
    for (const { namespaceId, size } of await store.listUntiledLogs()) {
      if (stopped) return
      // The log of a namespace that was removed meanwhile must not stop the others.
      await tiles.fill(namespaceId, size, isStopped).catch(reportTrouble)
    }
  }
  const begin = () => {
    round = fillAll()
      .catch(reportTrouble)
      .then(() => {
        if (!stopped) callOff = after(everyMs, begin)
      })
  }
  begin()
  return {
    stop: async () => {
      stopped = true
      callOff()
      await round
    },
  }
}
