/**
 * The command `touchstone`: rulesets in files, without a server or a database (decisions/056). An agent starts it before
 * each call of a tool, so a command loads only what it needs.
 */
import { VERSIONS } from '../api/terms/versions'
import { readArguments, usage } from './touchstone/arguments'

async function main(): Promise<number> {
  const reading = readArguments(process.argv.slice(2))
  if (!reading.ok) {
    console.error(`${reading.problem}\n\n${usage(undefined)}`)
    return 2
  }
  const { command } = reading
  if (command.kind === 'help') {
    console.log(usage('word' in command ? command.word : undefined))
    return 0
  }
  if (command.kind === 'version') {
    console.log(
      `touchstone ${VERSIONS.service_version}, engine ${VERSIONS.engine_version}, language ${VERSIONS.language_version}`,
    )
    return 0
  }
  if (command.kind === 'language-server') {
    const { serveLanguage } = await import('./touchstone/language-server/serve-language')
    serveLanguage()
    return 0
  }
  if (command.kind === 'hook') {
    const { runHook } = await import('./touchstone/hook/run-hook')
    return runHook(command.options)
  }
  const { runOnFiles } = await import('./touchstone/run-on-files')
  return runOnFiles(command)
}

process.exitCode = await main()
