/** The frame of a command of the operator: reads its arguments and `.env`, runs it, and prints why it was refused. */
import { existsSync } from 'node:fs'
import { StartRefusal } from '../database/client/start-refusal'

/** The command cannot do what it was asked for; the message tells the operator why. */
export class CommandRefusal extends Error {}

type ReadArguments<Command> =
  | { readonly ok: true; readonly command: Command | { readonly kind: 'help' } }
  | { readonly ok: false; readonly problem: string }

/**
 * @returns the exit code: 0, 1 where the command was refused or failed, 2 where its arguments are wrong
 */
export async function runOperatorCommand<Command extends { readonly kind: string }>(
  read: ReadArguments<Command>,
  usage: string,
  run: (command: Exclude<Command, { readonly kind: 'help' }>) => Promise<void>,
): Promise<number> {
  if (!read.ok) {
    console.error(`${read.problem}\n\n${usage}`)
    return 2
  }
  if (read.command.kind === 'help') {
    console.log(usage)
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    await run(read.command as Exclude<Command, { readonly kind: 'help' }>)
    return 0
  } catch (error) {
    const inWords = error instanceof CommandRefusal || error instanceof StartRefusal
    console.error(inWords ? error.message : error)
    return 1
  }
}
