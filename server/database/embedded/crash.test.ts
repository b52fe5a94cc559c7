/** Acknowledged writes survive every kill. As root, the tests also run as an ordinary user. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openStore } from '../store'
import { silentLog } from '../testing/fresh-database'
import { startEmbeddedPostgres } from './embedded-postgres'
import { canEnter, type RunAs, startedByRoot } from './run-as'

const WRITER = join(import.meta.dirname, '../testing/acknowledged-writer.ts')
const UNPRIVILEGED: RunAs = { uid: 65_534, gid: 65_534 }

interface Writer {
  readonly child: ChildProcess
  readonly acknowledged: string[]
  /** Waits for this many more acknowledged writes; throws if the writer ends first. */
  more(count: number): Promise<void>
  databasePid(): number
}

function startWriter(dataDir: string, namespaceId: string, user: RunAs): Writer {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, dataDir, namespaceId], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  let pid = 0
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('database ')) pid = Number(line.slice(9))
    else acknowledged.push(line)
  })
  return {
    child,
    acknowledged,
    databasePid: () => pid,
    more: async (count) => {
      const target = acknowledged.length + count
      while (acknowledged.length < target) {
        if (child.exitCode !== null) throw new Error(`the writer ended with ${child.exitCode}`)
        await sleep(5)
      }
    },
  }
}

const users: { name: string; user: RunAs }[] = [{ name: 'the user who runs the tests', user: null }]
if (startedByRoot()) {
  if ([WRITER, process.execPath].every((file) => canEnter(dirname(file), UNPRIVILEGED)))
    users.push({ name: 'nobody', user: UNPRIVILEGED })
  else
    console.warn('\nLEFT OUT: crash tests as an ordinary user, who cannot enter this directory or that of Node.js.\n')
}

for (const [index, { name, user }] of users.entries())
  describe(`started by ${name}`, { tags: index === 0 ? [] : ['nightly'] }, () => {
    // The kill runs in `npm test` prove the same for the whole server.
    it('preserves every acknowledged write through kill -9 of the database and of the server', {
      tags: ['nightly'],
    }, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'crash-'))
      chmodSync(dataDir, 0o755)
      if (user) chownSync(dataDir, user.uid, user.gid)
      const namespaceId = randomUUID()
      const acknowledged: string[] = []
      for (const delay of [40, 90, 170]) {
        // The last round left a running database without a server.
        const writer = startWriter(dataDir, namespaceId, user)
        await writer.more(50)
        await sleep(delay)
        process.kill(writer.databasePid(), 'SIGKILL')
        await writer.more(200) // the same process continues
        await sleep(delay)
        writer.child.kill('SIGKILL')
        await once(writer.child, 'close')
        acknowledged.push(...writer.acknowledged)
      }

      const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
      const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog })
      const lost: string[] = []
      for (const line of acknowledged) {
        const [kind, hash = ''] = line.split(' ')
        const row =
          kind === 'ruleset'
            ? await store.findRuleset(namespaceId, hash)
            : await store.findCredentialByTokenHash(Buffer.from(hash, 'hex'))
        if (!row) lost.push(line)
      }
      await store.close()
      await database.stop()
      rmSync(dataDir, { recursive: true })
      expect(lost).toEqual([])
      expect(new Set(acknowledged).size).toBeGreaterThan(3 * 250)
    })

    it('starts after a server that was killed while it restarted its database', {
      tags: ['nightly'],
    }, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'crash-'))
      chmodSync(dataDir, 0o755)
      if (user) chownSync(dataDir, user.uid, user.gid)
      for (const delay of [0, 6, 12, 20, 40]) {
        const writer = startWriter(dataDir, randomUUID(), user)
        await writer.more(10)
        process.kill(writer.databasePid(), 'SIGKILL')
        await sleep(delay)
        writer.child.kill('SIGKILL')
        await once(writer.child, 'close')
      }
      const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
      await database.stop()
      rmSync(dataDir, { recursive: true })
    })
  })
