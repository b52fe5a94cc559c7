/**
 * `npm run admin-link`: the operator makes a one-time link by which a person becomes an administrator, or sets another
 * password; or lets passwords administer and sign in a namespace again.
 *
 * Promises: works on the database itself, whether or not the server runs. The link alone goes to standard output, so that
 * a script can read it. Status 1 says that it could not be done, 2 that it was used wrongly.
 */
import { randomBytes } from 'node:crypto'
import type { Store } from '../database/store'
import { chooseNamespace } from '../services/access/full-credentials'
import { issuePasswordLink, passwordAddress } from '../services/accounts/password-links'
import { issueSetupLink, setupAddress } from '../services/accounts/setup'
import { type AdminLinkCommand, readArguments, USAGE } from './admin-link-arguments'
import { CommandRefusal, runOperatorCommand, serverSettings, withStore } from './operator-command'

async function namespaceOf(store: Store, idOrName: string): Promise<string> {
  const choice = await chooseNamespace({ store }, idOrName)
  if (choice.kind === 'chosen' && 'id' in choice.namespace) return choice.namespace.id
  if (choice.kind !== 'ambiguous') throw new CommandRefusal(`There is no namespace "${idOrName}".`)
  throw new CommandRefusal(`Several namespaces are named "${idOrName}"; give the id of one: ${choice.ids.join(', ')}`)
}

type LinkCommand = Exclude<AdminLinkCommand, { readonly kind: 'allow_passwords' }>

interface LinkDependencies {
  readonly store: Store
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

/** Its address below the public one. */
async function linkOf(dependencies: LinkDependencies, publicUrl: string, command: LinkCommand): Promise<string> {
  if (command.kind === 'password') return passwordAddress(publicUrl, await passwordToken(dependencies, command.email))
  const { namespace } = command
  const namespaceId = namespace === null ? null : await namespaceOf(dependencies.store, namespace)
  return setupAddress(publicUrl, await issueSetupLink(dependencies, { atStart: false, namespaceId }))
}

async function passwordToken(dependencies: LinkDependencies, email: string): Promise<string> {
  const issue = await issuePasswordLink(dependencies, email)
  switch (issue.kind) {
    case 'issued':
      return issue.token
    case 'unknown':
      throw new CommandRefusal(`There is no account with the address ${email}. No link was made.`)
    case 'disabled':
      throw new CommandRefusal(`The account of ${email} is disabled: no password opens it. No link was made.`)
    case 'provider_only':
      throw new CommandRefusal(
        `${email} has no password here and signs in at ${issue.issuers.join(', ')}. No link was made: that provider lets people in again.`,
      )
  }
}

async function allowPasswords(store: Store, namespace: string): Promise<void> {
  const id = await namespaceOf(store, namespace)
  const change = { passkeyToSign: false, passkeyToAdminister: false }
  const settings = await store.setAccount(id, change, { actor: 'operator', at: new Date() })
  if (settings === null) throw new CommandRefusal('The namespace was removed a moment ago.')
  console.error(`In ${settings.displayName} (${id}) a password is enough again to sign and to administer.`)
}

async function run(command: AdminLinkCommand): Promise<void> {
  const settings = serverSettings()
  await withStore(settings, async (store) => {
    if (command.kind === 'allow_passwords') return allowPasswords(store, command.namespace)
    const link = await linkOf({ store, now: () => new Date(), randomBytes }, settings.publicUrl, command)
    console.error('Open this link within a day. It can be used once:')
    console.log(link)
  })
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
