/**
 * `npm run service-account`, for deployments without a browser. A secret is printed once and not stored. Only the
 * secret goes to standard output, for scripts.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { failureText } from '../api/field-failures'
import { type FieldFailure, Refusal } from '../api/refusal'
import type { Store } from '../database/store'
import { chooseNamespace, OPERATOR } from '../services/access/full-credentials'
import {
  addServiceAccount,
  type HomeChange,
  issueServiceSecret,
  newAccountFailures,
} from '../services/guardrails/machine-accounts/service-account-changes'
import { CommandRefusal, runOperatorCommand, serverSettings, withStore } from './command/operator-command'
import { readArguments, type ServiceAccountCommand, USAGE } from './service-account-arguments'

type Command<Kind extends ServiceAccountCommand['kind']> = Extract<ServiceAccountCommand, { kind: Kind }>

async function create(store: Store, command: Command<'create'>): Promise<void> {
  const { username, secret } = command
  const at = new Date()
  const failures = newAccountFailures(command, secret, at)
  if (failures.length > 0) throw new CommandRefusal(`Nothing was made. ${listed(failures)}`)
  const by = await changeOf(store, command.namespace, { at, make: true })
  const dependencies = { store, newId: randomUUID, randomBytes }
  const { id } = await addServiceAccount(dependencies, by, command)
  const issued = await issueServiceSecret(dependencies, by, id, secret)
  const group = await store.ensureGroup(by.namespaceId, by)
  console.error(`Service account ${username} (${id}) in the namespace ${by.namespaceId}; its group is "${group}".`)
  print(issued.secret, secret.kind)
}

async function issue(store: Store, { username, namespace, secret }: Command<'issue'>): Promise<void> {
  const by = await changeOf(store, namespace, { at: new Date(), make: false })
  const id = await accountOf(store, by, username)
  const issued = await issueServiceSecret({ store, newId: randomUUID, randomBytes }, by, id, secret)
  console.error(`Another secret of ${username}: ${issued.id}.`)
  print(issued.secret, secret.kind)
}

async function setDisabled(store: Store, { kind, username, namespace }: Command<'disable' | 'enable'>): Promise<void> {
  const by = await changeOf(store, namespace, { at: new Date(), make: false })
  const id = await accountOf(store, by, username)
  if (!(await store.setServiceAccountDisabled({ ...by, id, disabled: kind === 'disable' })))
    throw new CommandRefusal(`The service account ${username} was removed a moment ago.`)
  console.log(`The service account ${username} is ${kind}d.`)
}

function print(secret: string, kind: string): void {
  console.error(`Its ${kind === 'api_key' ? 'API key' : 'service token'} is shown this once and stored nowhere:`)
  console.log(secret)
}

async function changeOf(
  store: Store,
  idOrName: string,
  { at, make }: { readonly at: Date; readonly make: boolean },
): Promise<HomeChange> {
  const choice = await chooseNamespace({ store }, idOrName)
  if (choice.kind === 'ambiguous')
    throw new CommandRefusal(`Several namespaces are named "${idOrName}"; give the id of one: ${choice.ids.join(', ')}`)
  if (choice.kind === 'unknown') throw new CommandRefusal(`There is no namespace ${idOrName}.`)
  if ('id' in choice.namespace) return { namespaceId: choice.namespace.id, actor: OPERATOR, at }
  if (!make) throw new CommandRefusal(`There is no namespace named "${idOrName}".`)
  const namespaceId = randomUUID()
  await store.ensureNamespace({ id: namespaceId, displayName: choice.namespace.newName, at })
  return { namespaceId, actor: OPERATOR, at }
}

async function accountOf(store: Store, { namespaceId }: HomeChange, username: string): Promise<string> {
  const accounts = await store.listServiceAccounts(namespaceId)
  const account = accounts.find((each) => each.username === username && each.homeId === namespaceId)
  if (account === undefined)
    throw new CommandRefusal(`The namespace is not the home of a service account "${username}". Nothing was changed.`)
  return account.id
}

function listed(failures: readonly FieldFailure[]): string {
  return failures.map((failure) => `${failureText(failure, 'the command')}.`).join(' ')
}

async function run(command: ServiceAccountCommand): Promise<void> {
  await withStore(serverSettings(), async (store) => {
    try {
      if (command.kind === 'create') await create(store, command)
      else if (command.kind === 'issue') await issue(store, command)
      else await setDisabled(store, command)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new CommandRefusal(`${error.message} ${listed(error.details.failures ?? [])}`.trim())
    }
  })
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
