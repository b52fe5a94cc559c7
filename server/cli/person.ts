import type { Store } from '../database/store'
import { CommandRefusal, runOperatorCommand, serverSettings, withStore } from './command/operator-command'
import { type PersonCommand, readArguments, USAGE } from './person-arguments'

async function change(store: Store, command: PersonCommand): Promise<string> {
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

async function run(command: PersonCommand): Promise<void> {
  await withStore(serverSettings(), async (store) => console.log(await change(store, command)))
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
