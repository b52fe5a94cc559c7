/**
 * `npm run person`: the operator disables, enables or renames an account.
 *
 * Promises: works on the database itself, whether or not the server runs. Status 1 says that it could not be done, 2 that
 * it was used wrongly.
 */
import { describeProblems, parseEnvironment } from '../config/parse-environment'
import type { StoreLog } from '../database/client/log'
import { openStoreForCommand } from '../database/open-store-for-command'
import type { Store } from '../database/store'
import { type PersonCommand, readArguments, USAGE } from './person-arguments'
import { CommandRefusal, runOperatorCommand } from './run-operator-command'

const LOG: StoreLog = {
  debug: () => {},
  info: () => {},
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

type AccountCommand = Exclude<PersonCommand, { readonly kind: 'help' }>

async function change(store: Store, command: AccountCommand): Promise<string> {
  const { email } = command
  const holder = await store.findPasswordHolder({ email })
  if (holder === null) throw new CommandRefusal(`There is no account with the address ${email}. Nothing was changed.`)
  const by = { personId: holder.id, actor: 'operator', at: new Date(), administered: null }
  switch (command.kind) {
    case 'disable':
      await store.setAccountDisabled(by, true)
      return `The account of ${email} is disabled and has no session any more.`
    case 'enable':
      await store.setAccountDisabled(by, false)
      return `The person of ${email} can sign in again.`
    case 'rename':
      await store.renameAccount(by, command.name)
      return `${email} signs as ${command.name} from now on.`
  }
}

async function run(command: AccountCommand): Promise<void> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new CommandRefusal(describeProblems(parsed.problems))
  const store = await openStoreForCommand({ ...parsed.settings, log: LOG })
  try {
    console.log(await change(store, command))
  } finally {
    await store.close()
  }
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
