/** A deployment that lost its keys refuses to start until they are back, or new ones are accepted. */
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runScript } from '../testing/run-script'
import { startServer } from '../testing/running-server'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-lost-keys-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ENVIRONMENT = { SOLVER_WORKERS: '1' }
const publishedKeys = async (url: string) => {
  const response = await fetch(`${url}/.well-known/touchstone-keys.json`)
  const { keys } = (await response.json()) as { keys: { kid: string; retired_at?: string | null }[] }
  return keys
}

it('refuses to start without its keys, says how to continue, and accepts new ones only by a command', {
  tags: ['nightly'],
  timeout: 240_000,
}, async () => {
  const environment = { ...ENVIRONMENT, DATA_DIR: dataDir }
  const first = await startServer(environment)
  const before = (await publishedKeys(first.url)).map(({ kid }) => kid)
  expect(before).toHaveLength(2)
  // If the tests run as root, the folder lets only PostgreSQL's group pass through it.
  expect([0o700, 0o710]).toContain(statSync(dataDir).mode & 0o777)
  await first.stop()

  const [keys, copy] = [path.join(dataDir, 'keys'), path.join(dataDir, 'copy')]
  renameSync(keys, copy)
  await expect(startServer(environment)).rejects.toThrow(/statement key that is in force is lost: .*accept-new/)
  expect(existsSync(keys)).toBe(false)
  renameSync(path.join(dataDir, 'auth-secret'), path.join(dataDir, 'secret-copy'))
  await expect(startServer(environment)).rejects.toThrow(/secret of this deployment is lost: .*accept-new/)
  expect(existsSync(path.join(dataDir, 'auth-secret'))).toBe(false)

  const accepted = await runScript('keys', { DATA_DIR: dataDir }, ['accept-new'])
  expect(accepted.errors).toBe('')
  expect(accepted.output).toMatch(/statement key \S+ is new.*\n.*checkpoint key \S+ is new.*\n.*secret .* is new/)
  expect(accepted.status).toBe(0)
  const again = await runScript('keys', { DATA_DIR: dataDir }, ['accept-new'])
  expect(again.output).toContain('Nothing was changed')

  const second = await startServer(environment)
  const after = await publishedKeys(second.url)
  await second.stop()
  expect(after).toHaveLength(4)
  expect(after.map(({ kid }) => kid)).toEqual(expect.arrayContaining(before))
  // The old keys come back by mistake: they are retired and do not sign.
  rmSync(keys, { recursive: true })
  renameSync(copy, keys)
  await expect(startServer(environment)).rejects.toThrow('was retired')
})
