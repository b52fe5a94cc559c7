// Runs a command of the operator, `node server/tools/run-command.mjs credential …`, where `npm start` has prepared the
// clone once. Plain JavaScript without packages, since none may be installed yet: then that is what it says.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientIsStale, packagesAreStale } from './staleness.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)

const missing = packagesAreStale(root, { development: false })
  ? 'packages'
  : clientIsStale(root)
    ? 'database client'
    : null
if (missing !== null) {
  console.error(
    `The ${missing} of this release ${missing === 'packages' ? 'are' : 'is'} not installed. Run npm start once, or npm start -- --build-only, which starts no server.`,
  )
  process.exit(1)
}
const [name, ...rest] = process.argv.slice(2)
// As if the command had been started itself.
process.argv = [process.argv[0], path.join(root, 'server', 'tools', `${name}.ts`), ...rest]
process.setSourceMapsEnabled(true)
const { register } = await import('tsx/esm/api')
register()
await import(`./${name}.ts`)
