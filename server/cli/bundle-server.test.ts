import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundledFile, bundleIsStale, bundleServer } from './bundle-server.mjs'

let root = ''
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'touchstone-bundle-')))
  write('package.json', '{"type":"module"}')
  write('package-lock.json', '{}')
  write('server/engine/workers/worker-main.ts', 'export const entry: number = 1')
  write('server/services/documents/readers/reader-main.ts', 'export const entry: number = 2')
  for (const name of [
    'admin-link',
    'credential',
    'data',
    'keys',
    'person',
    'service-account',
    'touchstone',
    'upgrade-check',
    'verify',
  ])
    write(`server/cli/${name}.ts`, `console.log(${JSON.stringify(name)}, process.argv[2])`)
  write('server/services/engine-pool/jobs.ts', 'export class NamedJob {}')
  write(
    'server/bootstrap/main.ts',
    `import { place } from '../database/place'\nconsole.log(JSON.stringify(place satisfies object))\n`,
  )
  write(
    'server/database/place.ts',
    `import { NamedJob } from '../services/engine-pool/jobs'
    export const place = {
      source: new URL('../../prisma/migrations', import.meta.url).pathname,
      folder: import.meta.dirname,
      jobs: new URL('../services/engine-pool/jobs.ts', import.meta.url).pathname,
      entry: new URL('../engine/workers/worker-entry.mjs', import.meta.url).pathname,
      name: NamedJob.name,
    }`,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const run = (name: string, ...args: string[]) =>
  execFileSync(process.execPath, [bundledFile(root, name), ...args]).toString()

it('keeps the addresses of sources, and names bundled files by their place in the bundle', async () => {
  await bundleServer(root)
  expect(JSON.parse(run('main'))).toEqual({
    source: path.join(root, 'prisma/migrations'),
    folder: path.join(root, 'server/database'),
    jobs: bundledFile(root, 'jobs'),
    entry: bundledFile(root, 'worker-entry'),
    name: 'NamedJob',
  })
  expect(run('verify', 'log')).toBe('verify log\n')
})

it('is stale until it is made, and after one of its sources changed', async () => {
  expect(bundleIsStale(root)).toBe(true)
  await bundleServer(root)
  expect(bundleIsStale(root)).toBe(false)
  write('server/database/place.test.ts', 'a test')
  write('server/README.md', 'words')
  expect(bundleIsStale(root)).toBe(false)
  write('server/cli/keys.ts', 'console.log(2)')
  expect(bundleIsStale(root)).toBe(true)
})

it('is never stale without sources, and stale after a failure', async () => {
  await bundleServer(root)
  write('server/bootstrap/main.ts', 'this is no program')
  await expect(bundleServer(root)).rejects.toThrow('server/bootstrap/main.ts')
  expect(bundleIsStale(root)).toBe(true)
  rmSync(path.join(root, 'server'), { recursive: true })
  expect(bundleIsStale(root)).toBe(false)
})
