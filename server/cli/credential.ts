/**
 * `npm run credential`. A token is printed once and not stored. Only the token goes to standard output, for scripts.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { CREDENTIAL_HEADER } from '../api/openapi/openapi'
import type { Store } from '../database/store'
import { UTC_MONTH } from '../services/access/call-limits'
import {
  chooseNamespace,
  type FullCredentialDependencies,
  issueFullCredential,
  listCredentials,
  OPERATOR,
  revokeCredential,
} from '../services/access/full-credentials'
import { CommandRefusal, runOperatorCommand, serverSettings, textTable, withStore } from './command/operator-command'
import { type CredentialCommand, readArguments, USAGE } from './credential-arguments'

type Command<Kind extends CredentialCommand['kind']> = Extract<CredentialCommand, { kind: Kind }>

const now = () => new Date()

async function issue(dependencies: FullCredentialDependencies, command: Command<'issue'>): Promise<void> {
  const { label, tier, expiresAt } = command
  const namespace = command.namespace === null ? { newName: label } : await namespaceOf(dependencies, command.namespace)
  const issued = await issueFullCredential(dependencies, { label, tier, expiresAt, namespace })
  if (issued.kind === 'expires_too_early') throw new CommandRefusal('--expires must lie in the future.')
  if (issued.kind === 'namespace_unknown') throw new CommandRefusal('The namespace was removed a moment ago.')
  const made = 'newName' in namespace ? `the new namespace "${namespace.newName}"` : 'the namespace'
  console.error(`Credential ${issued.credentialId} of tier ${tier}, in ${made} (${issued.namespaceId}).`)
  console.error(`Send it in the header ${CREDENTIAL_HEADER}. It is shown this once and stored nowhere:`)
  console.log(issued.token)
}

async function list(dependencies: FullCredentialDependencies): Promise<void> {
  const rows: string[][] = []
  for await (const each of listCredentials(dependencies, null)) {
    const { id, label, grade, tier, namespaceName, createdAt, lastUsedAt, expiresAt, revokedAt } = each
    const times = [createdAt, lastUsedAt, expiresAt, revokedAt].map((moment) => moment?.toISOString() ?? '-')
    rows.push([id, label || '-', grade, tier, namespaceName, ...times])
  }
  const head = ['id', 'label', 'grade', 'tier', 'namespace', 'created', 'last used', 'expires', 'revoked']
  console.log(rows.length === 0 ? 'No credential was issued yet.' : textTable(head, rows))
}

async function revoke(dependencies: FullCredentialDependencies, { id }: Command<'revoke'>): Promise<void> {
  if (!(await revokeCredential(dependencies, id)))
    throw new CommandRefusal(`There is no credential ${id}; list shows them.`)
  console.log(`Credential ${id} is revoked.`)
}

async function account(
  store: Store,
  dependencies: FullCredentialDependencies,
  command: Command<'account'>,
): Promise<void> {
  const namespace = await namespaceOf(dependencies, command.namespace)
  if ('newName' in namespace) throw new CommandRefusal(`There is no namespace named "${command.namespace}".`)
  const state = await store.setAccount(namespace.id, command.change, { actor: OPERATOR, at: now() })
  if (state === null) throw new CommandRefusal('The namespace was removed a moment ago.')
  const month = UTC_MONTH.nameOf(Date.now())
  const onOff = (on: boolean) => (on ? 'on' : 'off')
  console.log(
    textTable(null, [
      ['namespace', namespace.id],
      ['checks per month', String(state.checksPerMonth ?? 'none')],
      [`checks since ${month}`, String(await store.countChecks(namespace.id, month))],
      ['labeling', onOff(state.labelingAllowed)],
      ['people approve', onOff(state.peopleApprove)],
    ]),
  )
}

async function namespaceOf(dependencies: FullCredentialDependencies, idOrName: string) {
  const choice = await chooseNamespace(dependencies, idOrName)
  if (choice.kind === 'chosen') return choice.namespace
  if (choice.kind === 'unknown') throw new CommandRefusal(`There is no namespace ${idOrName}.`)
  throw new CommandRefusal(`Several namespaces are named "${idOrName}"; give the id of one: ${choice.ids.join(', ')}`)
}

async function run(command: CredentialCommand): Promise<void> {
  await withStore(serverSettings(), async (store) => {
    const dependencies = { store, now, newId: randomUUID, randomBytes }
    if (command.kind === 'issue') await issue(dependencies, command)
    else if (command.kind === 'list') await list(dependencies)
    else if (command.kind === 'revoke') await revoke(dependencies, command)
    else await account(store, dependencies, command)
  })
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
