// The bundle is up to date before the first test: servers, commands and threads that tests start run it.
import path from 'node:path'
import { bundleIsStale, bundleServer } from '../cli/bundle-server.mjs'

const root = path.resolve(import.meta.dirname, '../..')

export default async function bundleForTests() {
  if (bundleIsStale(root)) await bundleServer(root)
}
