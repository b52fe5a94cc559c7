/**
 * `npm run admin-link`: the operator makes a one-time link by which somebody becomes an administrator.
 *
 * Promises: works on the database itself, whether or not the server runs. The link alone goes to standard output, so that
 * a script can read it. Status 1 tells that it could not be done, 2 that it was used wrongly.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeProblems, parseEnvironment } from '../env'
import { chooseNamespace } from '../service/full-credentials'
import { issueSetupLink, setupAddress } from '../service/people/setup'
import type { StoreLog } from '../store/log'
import { openStoreForCommand } from '../store/open-store-for-command'
import { StartRefusal } from '../store/start-refusal'
import type { Store } from '../store/store'

const USAGE = `How it is used:
  npm run admin-link [-- --namespace <id or name>]
      prints a link that can be used once, within a day: whoever opens it makes an account with every role in a new
      namespace, or in the one that is named.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

/** What stops the command, in words for the operator. */
class Stopped extends Error {}

/** What an operator may want to know beside the answer: the message alone, as a person reads it. */
const LOG: StoreLog = {
  debug: () => {},
  info: () => {},
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

async function namespaceOf(store: Store, idOrName: string): Promise<string> {
  const choice = await chooseNamespace({ store }, idOrName)
  if (choice.kind === 'chosen' && 'id' in choice.namespace) return choice.namespace.id
  if (choice.kind !== 'ambiguous') throw new Stopped(`There is no namespace "${idOrName}".`)
  throw new Stopped(`Several namespaces are named "${idOrName}"; give the id of one: ${choice.ids.join(', ')}`)
}

async function run(namespace: string | undefined): Promise<void> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new Stopped(describeProblems(parsed.problems))
  const { settings } = parsed
  const store = await openStoreForCommand({ ...settings, log: LOG })
  try {
    const namespaceId = namespace === undefined ? null : await namespaceOf(store, namespace)
    const parts = { store, now: () => new Date(), randomBytes }
    const token = await issueSetupLink(parts, { atStart: false, namespaceId })
    console.error('Open this link within a day. It can be used once:')
    console.log(setupAddress(settings.publicUrl, token))
  } finally {
    await store.close()
  }
}

function readNamespace(): { readonly namespace?: string | undefined; readonly help?: boolean | undefined } | null {
  try {
    return parseArgs({ options: { namespace: { type: 'string' }, help: { type: 'boolean' } } }).values
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const read = readNamespace()
  if (read === null || read.help === true) {
    console[read === null ? 'error' : 'log'](USAGE)
    return read === null ? 2 : 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    await run(read.namespace)
    return 0
  } catch (error) {
    const inWords = error instanceof Stopped || error instanceof StartRefusal
    console.error(inWords ? error.message : error)
    return 1
  }
}

process.exitCode = await main()
