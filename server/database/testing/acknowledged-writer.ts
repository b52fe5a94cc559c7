/**
 * A server that writes: run as a process of its own by the crash tests, which kill it or its database.
 *
 * Prints `database <pid>`, then one line for each write that was acknowledged: `ruleset <hash>` or `credential <sha256 of
 * the token>`. Ends with status 1 when a write fails.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres'
import { openStore } from '../store'
import { silentLog } from './silent-log'

const [dataDir = '', namespaceId = ''] = process.argv.slice(2)
/** Straight into the pipe: what was said stays said when this process is killed. */
const say = (line: string) => writeSync(1, `${line}\n`)

const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog })
const at = new Date()
await store.ensureNamespace({ id: namespaceId, displayName: 'crash', at })
say(`database ${database.processId()}`)

async function writeRulesets(): Promise<never> {
  for (let parentHash: string | null = null; ; ) {
    const source: string = randomUUID()
    const hash: string = createHash('sha256').update(source).digest('hex')
    await store.putRuleset({ namespaceId, hash, source, parentHash, at, limitBytes: 2 ** 40 })
    say(`ruleset ${hash}`)
    parentHash = hash
  }
}

async function issueCredentials(): Promise<never> {
  for (;;) {
    const tokenSha256 = randomBytes(32)
    await store.issueEvaluationCredential({
      ...{ credentialId: randomUUID(), namespaceId: randomUUID(), tokenSha256, label: '', at, expiresAt: at },
      ...{ callsPerDay: 1, callsTotal: 1, addressKey: randomUUID(), issuedPerHour: 1 },
    })
    say(`credential ${tokenSha256.toString('hex')}`)
  }
}

await Promise.all([writeRulesets(), writeRulesets(), issueCredentials(), issueCredentials()])
