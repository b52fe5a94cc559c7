import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundledFile } from '../cli/bundle-server.mjs'
import { usage, WORDS } from '../cli/touchstone/arguments'
import { type Block, docsBlocks, docsText } from './docs-blocks'

const root = path.resolve(import.meta.dirname, '../..')
const PAGE = docsText('command-line.md')
const blocks = docsBlocks(PAGE)
const only = (kind: string) => blocks.find((block) => block.kind === kind)!.text

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-guide-'))
  mkdirSync(path.join(folder, 'policies'))
  mkdirSync(path.join(folder, 'bin'))
  writeFileSync(path.join(folder, 'policies/travel.tsr'), `${only('ruleset')}\n`)
  writeFileSync(path.join(folder, 'policies/travel.cases.csv'), `${only('csv')}\n`)
  const table = blocks.filter(({ kind }) => kind === 'csv')[1]!.text
  writeFileSync(path.join(folder, 'expenses.csv'), `${table}\n`)
  const program = path.join(folder, 'bin/touchstone')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bundledFile(root, 'touchstone')}' "$@"\n`)
  chmodSync(program, 0o755)
  const npx = path.join(folder, 'bin/npx')
  writeFileSync(npx, '#!/bin/sh\nshift\nexec "$@"\n')
  chmodSync(npx, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = () => ({ ...process.env, PATH: `${path.join(folder, 'bin')}:${process.env.PATH}` })
const shell = (text: string) => spawnSync('sh', ['-c', text], { cwd: folder, env: environment(), encoding: 'utf8' })

describe('the commands of command-line.md print what the page shows', () => {
  for (const block of blocks.filter(({ kind }) => kind === 'sh'))
    it(`line ${block.line}`, () => {
      const shown = blocks[blocks.indexOf(block) + 1] as Block
      expect(shown.kind).toBe('text')
      const { stdout, stderr } = shell(block.text)
      expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: shown.text, stderr: '' })
    })
})

it('the unit library of the page has the hash of the page', () => {
  const library = blocks.find(({ text }) => text.startsWith('unit library 1'))!.text
  writeFileSync(path.join(folder, 'units.txt'), `${library}\n`)
  writeFileSync(path.join(folder, 'touchstone.json'), only('json'))
  const compiled = shell('touchstone compile')
  rmSync(path.join(folder, 'touchstone.json'))
  expect(compiled).toMatchObject({ status: 0, stderr: '' })
})

it('the page names every command, and the help every code that it can end with', () => {
  for (const word of WORDS) {
    expect(PAGE).toContain(`touchstone ${word}`)
    expect(usage(word)).toMatch(/ends with 0/)
  }
})

describe('the files for CI', () => {
  const action = parse(readFileSync(path.join(root, 'public/ci/action.yml'), 'utf8')) as {
    runs: { steps: { name?: string; run?: string }[] }
  }
  const step = (name: string) => action.runs.steps.find((each) => each.name === name)!.run!
  const runStep = (name: string, variables: Readonly<Record<string, string>> = {}) => {
    const env = { ...environment(), POLICIES: 'policies', RUNNER_TEMP: path.join(folder, 'temp'), ...variables }
    return spawnSync('bash', ['-e', '-c', step(name)], { cwd: folder, env, encoding: 'utf8' })
  }
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.test']
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
  }
  const travel = () => path.join(folder, 'policies/travel.tsr')
  const rewrite = (before: string, after: string) =>
    writeFileSync(travel(), readFileSync(travel(), 'utf8').replace(before, after))

  it('fail if a test case fails, and write a report in both forms', () => {
    expect(runStep('Check the format')).toMatchObject({ status: 0 })
    expect(runStep('Run the test cases')).toMatchObject({ status: 0 })
    rewrite('<= 500', '<= 700')
    expect(runStep('Run the test cases')).toMatchObject({ status: 1 })
    expect(readFileSync(path.join(folder, 'touchstone.sarif'), 'utf8')).toContain('"ruleId":"case-fails"')
    expect(readFileSync(path.join(folder, 'touchstone.junit.xml'), 'utf8')).toContain('failures="1"')
    rewrite('<= 700', '<= 500')
  })

  it('compare with the target branch, and allow what the input allows', () => {
    git('init', '--quiet')
    git('add', 'policies')
    git('commit', '--quiet', '--message', 'policies')
    const base = { BASE: git('rev-parse', 'HEAD'), ALLOW: '0 10' }
    const name = 'Compare the meaning with the target branch'
    expect(runStep(name, base)).toMatchObject({ status: 0 })
    rewrite('<= 500', '<= 400')
    expect(runStep(name, base)).toMatchObject({ status: 0 })
    expect(runStep(name, { ...base, ALLOW: '0' })).toMatchObject({ status: 10 })
    rewrite('<= 400', '<= 600')
    expect(runStep(name, base)).toMatchObject({ status: 11 })
    rewrite('<= 600', '<= 500')
  })

  it('stop a commit that breaks a test case', () => {
    const hook = path.join(root, 'public/ci/pre-commit')
    const run = () => spawnSync('sh', [hook], { cwd: folder, env: environment(), encoding: 'utf8' })
    rewrite('<= 500', '<= 700')
    expect(run()).toMatchObject({ status: 0 })
    git('add', 'policies')
    expect(run()).toMatchObject({ status: 1 })
    rewrite('<= 700', '<= 500')
    git('add', 'policies')
    expect(run()).toMatchObject({ status: 0 })
  })
})
