/**
 * Stores tiles in the background, so that proofs need not. Several processes may do so at once. Failures are reported
 * and tried again in the next round.
 */
import type { LogTileVerbs } from '../../database/signing/log-tiles'
import type { StoredTiles } from './stored-tiles'

export interface TileFillerDependencies {
  readonly store: Pick<LogTileVerbs, 'listUntiledLogs'>
  readonly tiles: Pick<StoredTiles, 'fill'>
  /** From the end of one round to the next, in milliseconds. */
  readonly everyMs: number
  /** Returns a function that cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly reportTrouble: (error: unknown) => void
}

export interface TileFiller {
  /** Resolves when the current page is stored. */
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
      // A removed namespace must not stop the others.
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
