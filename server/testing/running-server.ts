/** Runs the product's main in another process, on a free port with its own data directory. */
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
import { silentLog } from '../database/testing/fresh-database'
import { newDataDirectory } from '../database/testing/prepared-data'
import { chooseNamespace, type FullCredentialRequest, issueFullCredential } from '../services/access/full-credentials'
import { issueSetupLink } from '../services/accounts/setup'

export interface RunningServer {
  readonly url: string
  readonly process: ChildProcess
  readonly dataDir: string
  /** Standard error so far. */
  log(): string
  /**
   * @param options `namespace` is an id, or a name that the first call creates; absent for a new one
   * @returns the token
   */
  issueCredential(options?: IssueOptions): Promise<string>
  /** The database of the server, opened once. */
  store(): Promise<Store>
  /** @returns the token */
  issueSetupLink(): Promise<string>
  stop(): Promise<void>
}

interface IssueOptions extends Partial<Pick<FullCredentialRequest, 'tier' | 'label' | 'expiresAt'>> {
  readonly namespace?: string
}

/**
 * One process and one solver, unless a test sets more. Calls wait for the solver, which takes seconds to start on a busy
 * machine.
 */
const DEFAULTS = {
  NODE_ENV: 'production',
  PORT: '0',
  LOG_LEVEL: 'warn',
  SERVER_PROCESSES: '1',
  SOLVER_WORKERS: '1',
  SOLVER_WAIT_MS: '60000',
} as const
/** Required with an outside database. */
const OUTSIDE = {
  AUTH_SECRET: 'the secret of a server under test',
  SIGNING_KEY_STATEMENT: newKeyPem(),
  SIGNING_KEY_CHECKPOINT: newKeyPem(),
}
const root = path.resolve(import.meta.dirname, '../..')

/** @param nodeOptions for example a module to preload; the process has an IPC channel */
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
  // Kept open, because opening it takes longer than most tests that issue a credential.
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
    store: issuing,
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
 * Finds a port for a server that must know its public address before it listens. If another process takes the port
 * first, the server reports it.
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

/** Knows its public address, which agents need for discovery. */
export async function startPublicServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const port = String(await freePort())
  return startServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...environment })
}
