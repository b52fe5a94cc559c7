/**
 * Only these benchmarks need the packages of other engines, so they have their own package file and lock file here. The
 * root tsconfig.json leaves out `peers`, because the packages may be absent; `npm run typecheck` in this folder checks
 * them.
 */
import { spawnSync } from 'node:child_process'
import { packagesAreStale } from '../../cli/staleness.mjs'
import type { MakePeer } from './subject'

const FOLDER = import.meta.dirname

export type PeerName = 'cedar' | 'cel' | 'json-logic' | 'json-rules' | 'zen'

/**
 * Installs the packages first if necessary.
 * @throws Error if that fails
 */
export async function loadPeer(name: PeerName): Promise<MakePeer> {
  if (packagesAreStale(FOLDER)) installPeers()
  const { makePeer }: { readonly makePeer: MakePeer } = await import(`./peers/${name}.ts`)
  return makePeer
}

function installPeers(): void {
  console.log('Installing the engines that this benchmark compares with: npm ci in server/testing/benchmarks.')
  const { status } = spawnSync('npm', ['ci'], { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0 || packagesAreStale(FOLDER))
    throw new Error(
      'The engines that this benchmark compares with are not installed, and npm ci failed in server/testing/benchmarks. ' +
        'Run it there with access to the npm registry, or leave out the benchmarks decide and whole.',
    )
}
