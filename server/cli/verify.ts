/**
 * `npm run verify`: whether receipts, exported logs and the logs in the database are what was signed.
 *
 * Promises: receipts and exports are verified from their files alone. What does not verify is told on standard output and
 * ends the command with status 1; status 2 tells that it was used wrongly.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readCheckpoint } from '../attestation/checkpoint'
import type { GivenCheckpoint } from '../attestation/log-check'
import { type PublishedKey, readKeySet } from '../attestation/published-keys'
import { readPublicKey } from '../attestation/signing-key'
import { verifyLogFile } from '../attestation/verify-log-file'
import { verifyReceipt } from '../attestation/verify-receipt'
import { describeProblems, parseEnvironment } from '../config/parse-environment'
import type { StoreLog } from '../database/client/log'
import { StartRefusal } from '../database/client/start-refusal'
import { openStoreForCommand } from '../database/open-store-for-command'
import type { Store } from '../database/store'
import { verifyLog } from '../services/audit/verify-log'
import { readArguments, USAGE, type VerifyCommand } from './verify-arguments'

type Command<Kind extends VerifyCommand['kind']> = Extract<VerifyCommand, { kind: Kind }>

/** What stops the command, in words for the operator. */
class Stopped extends Error {}

const LOG: StoreLog = {
  debug: () => {},
  info: () => {},
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

const NO_KEYS = 'The keys were taken from the file itself: give the published ones with --keys to know whose they are.'

function verifyReceiptFile({ file, keys }: Command<'receipt'>): boolean {
  const { ok, checks, statement } = verifyReceipt(read(file), keysIn(keys))
  for (const { what, holds, detail } of checks) {
    const mark = holds === null ? 'not checked' : holds ? 'ok' : 'FAILS'
    console.log(`${mark.padEnd(11)} ${what}${detail === '' ? '' : ` (${detail})`}`)
  }
  if (ok && statement !== null) {
    const { signer, meaning, rulesetHash, signedAt } = statement
    console.log(`${signer.name} <${signer.email}> signed "${meaning}" for ruleset ${rulesetHash} at ${signedAt}.`)
  }
  return ok
}

async function verifyExport({ file, keys }: Command<'export'>): Promise<boolean> {
  read(file)
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  const { problems, entries, origin } = await verifyLogFile(lines, keysIn(keys))
  for (const problem of problems) console.log(`FAILS ${problem}`)
  if (problems.length === 0) console.log(`ok    ${entries} entries of ${origin} are those of its signed checkpoint.`)
  if (keys === null) console.log(NO_KEYS)
  return problems.length === 0
}

async function verifyDatabase({ namespace, checkpoints, keys }: Command<'log'>): Promise<boolean> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new Stopped(describeProblems(parsed.problems))
  const given = checkpoints.map(checkpointIn)
  const published = keysIn(keys)
  const store = await openStoreForCommand({ ...parsed.settings, log: LOG })
  try {
    const namespaces = namespace === null ? await store.listNamespaces() : [namespace]
    const known = published ?? (await publishedIn(store))
    let ok = true
    for (const id of namespaces) {
      const own = given.filter((each) => isOf(each, id))
      const { entries, records, problems, ...told } = await verifyLog(store, id, known, own)
      for (const problem of problems) console.log(`FAILS ${id}: ${problem}`)
      const counts = `${entries} entries, ${told.checkpoints} checkpoints, ${records} signed records, ${told.recordedRows} rows as they were recorded`
      const before = told.approvalsBefore === 0 ? '' : `; ${told.approvalsBefore} approvals are older than the log`
      if (problems.length === 0) console.log(`ok    ${id}: ${counts}${before}`)
      ok &&= problems.length === 0
    }
    for (const { from } of given.filter((each) => !namespaces.some((id) => isOf(each, id)))) {
      console.log(`FAILS ${from} is of a log that is not here`)
      ok = false
    }
    if (namespaces.length === 0) console.log('There is no namespace yet.')
    return ok
  } finally {
    await store.close()
  }
}

function isOf({ note }: GivenCheckpoint, namespaceId: string): boolean {
  // What is no checkpoint is told by whoever reads it.
  return readCheckpoint(note)?.origin.endsWith(`/log/${namespaceId}`) ?? true
}

async function publishedIn(store: Store): Promise<PublishedKey[]> {
  const rows = await store.listSigningKeys()
  return rows.flatMap(({ purpose, publicKey: pem, createdAt, retiredAt }) => {
    const publicKey = readPublicKey(pem)
    const times = { createdAt: createdAt.toISOString(), retiredAt: retiredAt?.toISOString() ?? null }
    return publicKey === null ? [] : [{ publicKey, purpose, ...times }]
  })
}

/** A signed note, or a receipt that holds one. */
function checkpointIn(file: string): GivenCheckpoint {
  const text = read(file)
  if (!text.startsWith('{')) return { note: text, from: file }
  const { log } = parseJson(file, text) as { readonly log?: { readonly checkpoint?: unknown } }
  if (typeof log?.checkpoint !== 'string') throw new Stopped(`${file} holds no checkpoint.`)
  return { note: log.checkpoint, from: `the checkpoint of ${file}` }
}

function keysIn(file: string | null): PublishedKey[] | null {
  if (file === null) return null
  const keys = readKeySet(parseJson(file, read(file)))
  if (keys === null) throw new Stopped(`${file} holds no published keys.`)
  return keys
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Stopped(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Stopped(`${file} is no JSON.`)
  }
}

async function main(): Promise<number> {
  const given = readArguments(process.argv.slice(2))
  if (!given.ok) {
    console.error(`${given.problem}\n\n${USAGE}`)
    return 2
  }
  const { command } = given
  if (command.kind === 'help') {
    console.log(USAGE)
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    if (command.kind === 'receipt') return verifyReceiptFile(command) ? 0 : 1
    if (command.kind === 'export') return (await verifyExport(command)) ? 0 : 1
    return (await verifyDatabase(command)) ? 0 : 1
  } catch (error) {
    const inWords = error instanceof Stopped || error instanceof StartRefusal
    console.error(inWords ? error.message : error)
    return 1
  }
}

process.exitCode = await main()
