// Runs a command of the operator, `node server/cli/run-command.mjs credential …`, where `npm start` has prepared the
// clone once. Plain JavaScript without packages, since none may be installed yet: then that is what it says.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundledFile, bundleIsStale, bundleServer, hasSources } from './bundle-server.mjs'
import { clientIsStale, packagesAreStale } from './staleness.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)

const missing = packagesAreStale(root, { development: false })
  ? 'packages'
  : hasSources(root) && clientIsStale(root)
    ? 'database client'
    : null
if (missing !== null) {
  console.error(
    `The ${missing} of this release ${missing === 'packages' ? 'are' : 'is'} not installed. Run npm start once, or npm start -- --build-only, which starts no server.`,
  )
  process.exit(1)
}
if (bundleIsStale(root)) await bundleServer(root)
const [name, ...rest] = process.argv.slice(2)
const file = bundledFile(root, name)
// As if the command had been started itself.
process.argv = [process.argv[0], file, ...rest]
process.setSourceMapsEnabled(true)
await import(pathToFileURL(file).href)
