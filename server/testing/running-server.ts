/**
 * A real server for tests and benchmarks: the product's own main, in a process of its own, on a free port and a data
 * directory of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKeyPem } from '../attestation/signing-key'
import { bundledFile } from '../cli/bundle-server.mjs'
import { openStoreForCommand } from '../database/open-store-for-command'
import type { Store } from '../database/store'
import { newDataDirectory } from '../database/testing/prepared-data'
import { silentLog } from '../database/testing/silent-log'
import { chooseNamespace, type FullCredentialRequest, issueFullCredential } from '../services/access/full-credentials'
import { issueSetupLink } from '../services/accounts/setup'

export interface RunningServer {
  readonly url: string
  readonly process: ChildProcess
  readonly dataDir: string
  /** What the server wrote to standard error so far. */
  log(): string
  /**
   * Issues a full credential as the command line does, beside the running server, and returns its token.
   * @param options `namespace` is an id, or a name under which the first call makes one; absent: a new one
   */
  issueCredential(options?: IssueOptions): Promise<string>
  /** Issues a set-up link as the command line does, and returns its token. */
  issueSetupLink(): Promise<string>
  stop(): Promise<void>
}

interface IssueOptions extends Partial<Pick<FullCredentialRequest, 'tier' | 'label' | 'expiresAt'>> {
  readonly namespace?: string
}

/**
 * One process and one solver: a test that is about several says so. Calls wait for them: on a busy machine a solver takes
 * seconds to start.
 */
const DEFAULTS = {
  NODE_ENV: 'production',
  PORT: '0',
  LOG_LEVEL: 'warn',
  SERVER_PROCESSES: '1',
  SOLVER_WORKERS: '1',
  SOLVER_WAIT_MS: '60000',
} as const
/** Mandatory beside an outside database. */
const OUTSIDE = {
  AUTH_SECRET: 'the secret of a server under test',
  SIGNING_KEY_STATEMENT: newKeyPem(),
  SIGNING_KEY_CHECKPOINT: newKeyPem(),
}
const root = path.resolve(import.meta.dirname, '../..')

/**
 * @param environment settings beside PORT and DATA_DIR
 * @param nodeOptions such as a module to preload; the process has an IPC channel
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<RunningServer> {
  const dataDir = environment.DATA_DIR ?? (await makeDataDirectory(environment))
  const child = spawn(process.execPath, [...nodeOptions, bundledFile(root, 'main')], {
    cwd: root,
    env: {
      ...process.env,
      ...DEFAULTS,
      ...(environment.DATABASE_URL !== undefined && OUTSIDE),
      ...environment,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const match = /listens on (http:\S+)/.exec(output)
      if (match !== null) resolve(match[1]!)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened: ${errors}`)))
  })
  const { DATABASE_URL: databaseUrl = null, DATABASE_OWNER_URL: databaseOwnerUrl = null } = environment
  // Opening one takes longer than most tests that issue a credential.
  let store: Promise<Store> | null = null
  const issuing = () => {
    store ??= openStoreForCommand({ databaseUrl, databaseOwnerUrl, dataDir, log: silentLog })
    return store
  }
  return {
    url: url.replace('localhost', '127.0.0.1'),
    process: child,
    dataDir,
    log: () => errors,
    issueCredential: async (options) => issue(await issuing(), options),
    issueSetupLink: async () => {
      const dependencies = { store: await issuing(), now: () => new Date(), randomBytes }
      return issueSetupLink(dependencies, { atStart: false, namespaceId: null })
    },
    stop: async () => {
      await (await store)?.close()
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      if (environment.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server beside an outside database has no data of its own. */
async function makeDataDirectory({ DATABASE_URL }: Readonly<Record<string, string>>): Promise<string> {
  return DATABASE_URL === undefined ? newDataDirectory() : mkdtempSync(path.join(tmpdir(), 'touchstone-'))
}

async function issue(store: Store, options: IssueOptions = {}): Promise<string> {
  const { label = 'test', tier = 'standard', expiresAt = null, namespace } = options
  const dependencies = { store, now: () => new Date(), newId: randomUUID, randomBytes }
  const choice = namespace === undefined ? null : await chooseNamespace(dependencies, namespace)
  if (choice !== null && choice.kind !== 'chosen') throw new Error(`the namespace ${namespace} is ${choice.kind}`)
  const request = { label, tier, expiresAt, namespace: choice?.namespace ?? { newName: label } }
  const issued = await issueFullCredential(dependencies, request)
  if (issued.kind !== 'issued') throw new Error(`no credential was issued: ${issued.kind}`)
  return issued.token
}

/**
 * A port of this machine that no process listens on at the moment: for a server that has to know its public address before it
 * listens. Another process may take it first, which the server then says.
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * A running server that knows its public address, as every one does that agents find by themselves.
 */
export async function startPublicServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const port = String(await freePort())
  return startServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...environment })
}
