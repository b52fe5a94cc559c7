/** The hook for commit messages, as git calls it, and its installation with the dependencies. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commit-message-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function answerTo(message: string): { readonly accepted: boolean; readonly reason: string } {
  const file = path.join(folder, 'message')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', [path.join(ROOT, '.githooks/commit-msg'), file], { encoding: 'utf8' })
  return { accepted: status === 0, reason: stderr }
}

it.each([
  'engine: decide sums of percentages exactly\n',
  'docs: name the time limit\n\nThe limit was only in the settings.\n',
  `api: ${'x'.repeat(67)}\n`,
  'signing: sign the größten Wert exactly\n# Please enter the commit message\n',
  "Merge branch 'main'\n",
  'Revert "engine: decide sums"\n',
])('accepts %j', (message) => {
  expect(answerTo(message)).toEqual({ accepted: true, reason: '' })
})

it.each([
  ['Fixes the engine\n', 'an area'],
  ['Engine: decide sums\n', 'an area'],
  ['engine:decide sums\n', 'an area'],
  ['engine: decide sums.\n', 'without a period'],
  ['engine: \n', 'an area'],
  ['docs, ci: name the time limit\n', 'an area'],
  ['\n', 'an area'],
  [`api: ${'x'.repeat(68)}\n`, 'more than 72 characters'],
  ['api: report the type\nbecause clients asked\n', 'second line empty'],
])('refuses %j', (message, reason) => {
  const answer = answerTo(message)
  expect(answer.accepted).toBe(false)
  expect(answer.reason).toContain(reason)
  expect(answer.reason).toContain('CONTRIBUTING.md')
})

it('is installed with the dependencies in a git checkout, and not in CI', () => {
  const hooksPath = (variables: Readonly<Record<string, string>>, name: string) => {
    const clone = path.join(folder, name)
    mkdirSync(clone)
    execFileSync('git', ['init', '--quiet', clone])
    copyFileSync(path.join(ROOT, 'package.json'), path.join(clone, 'package.json'))
    const { CI: _, ...environment }: Readonly<Record<string, string | undefined>> = process.env
    execFileSync('npm', ['run', 'prepare', '--silent'], {
      cwd: clone,
      env: { ...environment, ...variables } as NodeJS.ProcessEnv,
    })
    return spawnSync('git', ['-C', clone, 'config', '--local', 'core.hooksPath'], { encoding: 'utf8' }).stdout.trim()
  }
  expect(hooksPath({}, 'checkout')).toBe('.githooks')
  expect(hooksPath({ CI: 'true' }, 'ci')).toBe('')
})
