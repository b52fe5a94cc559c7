/**
 * A writing process for the crash tests. Prints `database <pid>`, then a line for each acknowledged write: `ruleset
 * <hash>` or `credential <sha256 of the token>`. Exits with 1 if a write fails.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres'
import { openStore } from '../store'
import { silentLog } from './fresh-database'

const [dataDir = '', namespaceId = ''] = process.argv.slice(2)
/** Written synchronously, so a kill loses no line. */
const writeLine = (line: string) => writeSync(1, `${line}\n`)

const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog })
const at = new Date()
await store.ensureNamespace({ id: namespaceId, displayName: 'crash', at })
writeLine(`database ${database.processId()}`)

async function writeRulesets(): Promise<never> {
  for (let parentHash: string | null = null; ; ) {
    const source: string = randomUUID()
    const hash: string = createHash('sha256').update(source).digest('hex')
    await store.putRuleset({ namespaceId, hash, source, parentHash, at, limitBytes: 2 ** 40 })
    writeLine(`ruleset ${hash}`)
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
    writeLine(`credential ${tokenSha256.toString('hex')}`)
  }
}

await Promise.all([writeRulesets(), writeRulesets(), issueCredentials(), issueCredentials()])
