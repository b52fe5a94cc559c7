/**
 * The store: everything the product keeps, behind verbs.
 *
 * Promises: a write that was answered survives the death of this process and of the database; ids, times and tokens
 * come from the caller. Trusts its callers to have checked who asks. Only this folder imports Prisma.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApprovalVerbs, approvalVerbs } from './approvals'
import { type AuthorizationRecordVerbs, authorizationRecordVerbs } from './authorization-records'
import { type CallLeaseVerbs, callLeaseVerbs } from './call-leases'
import { type CheckCountVerbs, checkCountVerbs } from './check-counts'
import { isConnectionLoss } from './connection-loss'
import { type CredentialVerbs, credentialVerbs } from './credentials'
import { type Database, openDatabase } from './database'
import { type ExpiredEvaluationVerbs, expiredEvaluationVerbs } from './expired-evaluations'
import { type LabelVerbs, labelVerbs } from './labels'
import type { StoreLog } from './log'
import { applyMigrations } from './migrations'
import { type NameVerbs, nameVerbs } from './names'
import { type NamespaceVerbs, namespaceVerbs } from './namespaces'
import { type RevisionChainVerbs, revisionChainVerbs } from './revision-chain'
import { type RulesetVerbs, rulesetVerbs } from './rulesets'
import { StartRefusal } from './start-refusal'
import { type UnitLibraryVerbs, unitLibraryVerbs } from './unit-libraries'
import { type VocabularyVerbs, vocabularyVerbs } from './vocabulary'

export interface Store
  extends NamespaceVerbs,
    RulesetVerbs,
    NameVerbs,
    RevisionChainVerbs,
    ApprovalVerbs,
    AuthorizationRecordVerbs,
    CredentialVerbs,
    CallLeaseVerbs,
    CheckCountVerbs,
    ExpiredEvaluationVerbs,
    LabelVerbs,
    UnitLibraryVerbs,
    VocabularyVerbs {
  /**
   * Null when the database answers within two seconds, else why it does not, in words that anybody may read. Never
   * throws and never waits for it to come back.
   */
  ping(): Promise<string | null>
  /** Waits for running calls and closes the connections. May be called again. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** `postgresql://…`, of the embedded server or of DATABASE_URL. */
  readonly url: string
  readonly log: StoreLog
  /** Most connections held by this process. */
  readonly connections?: number
  /** How long a call waits for a database that is away, in milliseconds. */
  readonly patienceMs?: number
  /** How long opening waits for a database that is away, in milliseconds. */
  readonly startPatienceMs?: number
}

const PING_MS = 2_000

/**
 * Migrates the database to this release's schema and opens the store on it. Throws StartRefusal, with a message for the
 * operator, when that cannot be done.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, log, connections = 10, patienceMs = 10_000, startPatienceMs = 30_000 } = options
  const applied = await migrateWithPatience(url, startPatienceMs, log)
  if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  const db = openDatabase({ url, log, connections, patienceMs })
  return {
    ...namespaceVerbs(db),
    ...rulesetVerbs(db),
    ...nameVerbs(db),
    ...revisionChainVerbs(db),
    ...approvalVerbs(db),
    ...authorizationRecordVerbs(db),
    ...credentialVerbs(db),
    ...callLeaseVerbs(db),
    ...checkCountVerbs(db),
    ...expiredEvaluationVerbs(db),
    ...labelVerbs(db),
    ...unitLibraryVerbs(db),
    ...vocabularyVerbs(db),
    ping: () => ping(db),
    close: db.close,
  }
}

async function migrateWithPatience(url: string, patienceMs: number, log: StoreLog): Promise<string[]> {
  const deadline = performance.now() + patienceMs
  for (let told = false; ; told = true) {
    try {
      return await applyMigrations(url)
    } catch (error) {
      if (error instanceof StartRefusal) throw error
      const reason = describe(error)
      if (!isConnectionLoss(error) || performance.now() > deadline) {
        throw new StartRefusal(`The database ${withoutSecrets(url)} cannot be used: ${reason}`, { cause: error })
      }
      if (!told) log.warn({ reason }, `waiting for the database ${withoutSecrets(url)}`)
      await sleep(250)
    }
  }
}

function describe(error: unknown): string {
  // A refused connection to a host with several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(describe).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function withoutSecrets(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function ping({ prisma }: Database): Promise<string | null> {
  const answer = prisma.$queryRaw`SELECT 1`.then(
    () => null,
    () => 'the database cannot be reached', // the cause is for the log of a call that needed it
  )
  const timer = new AbortController()
  const late = sleep(PING_MS, 'the database does not answer', { signal: timer.signal })
  return Promise.race([answer, late]).finally(() => timer.abort())
}
