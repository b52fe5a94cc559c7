/** `npm run admin-link`. Only the link goes to standard output, so that a script can read it. */
import { randomBytes } from 'node:crypto'
import { NOT_SENT_WORDS, passwordLinkMessage } from '../api/link-message'
import type { Settings } from '../config/settings'
import type { Store } from '../database/store'
import { issuePasswordLink, PASSWORD_LINK_LIFE_MS, passwordAddress } from '../services/accounts/password-links'
import { issueSetupLink, setupAddress } from '../services/accounts/setup'
import { createSmtpSender } from '../services/mail/smtp-sender'
import { type AdminLinkCommand, readArguments, USAGE } from './admin-link-arguments'
import { CommandRefusal, namespaceOf, runOperatorCommand, serverSettings, withStore } from './command/operator-command'

interface LinkDependencies {
  readonly store: Store
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

async function printSetupLink(dependencies: LinkDependencies, publicUrl: string, namespace: string | null) {
  const namespaceId = namespace === null ? null : await namespaceOf(dependencies.store, namespace)
  const link = setupAddress(publicUrl, await issueSetupLink(dependencies, { atStart: false, namespaceId }))
  console.error(ONCE)
  console.log(link)
}

const ONCE = 'Open this link within a day. It can be used once:'

async function passLinkOn(
  dependencies: LinkDependencies,
  { publicUrl, mail }: Pick<Settings, 'publicUrl' | 'mail'>,
  { email, output }: Extract<AdminLinkCommand, { readonly kind: 'password' }>,
): Promise<void> {
  // Checked first, because a new link replaces the earlier ones.
  if (output === 'mail' && mail === null)
    throw new CommandRefusal('This deployment has no mail server: set SMTP_URL and SMTP_FROM. No link was made.')
  const expiresAt = new Date(dependencies.now().getTime() + PASSWORD_LINK_LIFE_MS)
  const link = passwordAddress(publicUrl, await passwordToken(dependencies, email))
  const message = passwordLinkMessage({ email, link, expiresAt, requestedBy: 'The operator of Touchstone' })
  if (output === 'link') {
    console.error(ONCE)
    console.log(link)
  } else if (output === 'message' || mail === null) {
    console.log(`${message.subject}\n\n${message.text}`)
  } else {
    const sender = createSmtpSender(mail, ({ code, status, step }) =>
      console.error(['The mail server:', code, status, step].join(' ')),
    )
    const outcome = await sender.send(email, message)
    if (outcome !== 'sent')
      throw new CommandRefusal(`The message was not sent. ${NOT_SENT_WORDS[outcome]} Make another link without --send.`)
    console.error(`The link was sent to ${email}. It can be used once, within a day.`)
  }
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
    const dependencies = { store, now: () => new Date(), randomBytes }
    return command.kind === 'link'
      ? printSetupLink(dependencies, settings.publicUrl, command.namespace)
      : passLinkOn(dependencies, settings, command)
  })
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
