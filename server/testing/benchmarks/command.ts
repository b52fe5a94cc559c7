/**
 * The command in CI: `touchstone test` and `touchstone diff` on 20 rulesets, from the start of the process to its end,
 * against the start of Node.js and against the TypeScript compiler on 20 small files, which such a CI also runs.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packCommand } from '../../cli/release/pack-command'
import { readJson, writeJson } from '../../language/numeric/lossless-json'

const root = path.resolve(import.meta.dirname, '../../..')
const POLICIES = path.join(root, 'server/testing/golden/policies')
const RULESETS = 20
/** Changed rulesets, of the 20 rulesets of a pull request. */
const CHANGED = 1
const AIM_SECONDS = 2

/** The bundled policies with the cases that people wrote for them, and one of them again. */
export async function benchCommand(rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-bench-command-'))
  try {
    await packCommand(root, folder)
    const cases = writeRulesets(folder)
    const touchstone = path.join(root, '.build/command/touchstone.js')
    const tsc = path.join(root, 'node_modules/.bin/tsc')
    const commands: Readonly<Record<string, readonly [readonly string[], number]>> = {
      'node, an empty program': [[process.execPath, '-e', '0'], 0],
      [`tsc --noEmit, ${RULESETS} files`]: [[tsc, '--noEmit', '--strict', '-p', folder], 0],
      [`touchstone test, ${RULESETS} rulesets, ${cases} cases`]: [[process.execPath, touchstone, 'test'], 0],
      [`touchstone diff, ${RULESETS} rulesets, ${CHANGED} changed`]: [
        [process.execPath, touchstone, 'diff', 'policies', 'later'],
        -1,
      ],
    }
    const seconds = new Map(Object.keys(commands).map((name) => [name, [] as Took[]]))
    for (let round = 0; round <= rounds; round++)
      for (const [name, [command, status]] of Object.entries(commands)) {
        const took = timeOf(command, folder, status)
        // The first round fills the caches of the disk.
        if (round > 0) seconds.get(name)!.push(took)
      }
    report(seconds)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Took {
  readonly seconds: number
  /** Processor time of all its threads. It hardly depends on what else the machine does. */
  readonly cpuSeconds: number
}

/** Prints the time of the processor after the command, as POSIX defines it. */
const TIMED = ['-c', '"$@" >&2; status=$?; times; exit $status', 'sh']

/** @param expected exit status; -1 for one of the directions of `diff` */
function timeOf([program = '', ...args]: readonly string[], cwd: string, expected: number): Took {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync('sh', [...TIMED, program, ...args], { cwd, encoding: 'utf8' })
  const seconds = (performance.now() - began) / 1000
  const fits = expected === -1 ? [10, 11, 12].includes(status ?? -1) : status === expected
  if (!fits) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`)
  const [, children = ''] = stdout.split('\n')
  const userAndSystem = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return { seconds, cpuSeconds: userAndSystem.reduce((sum, part) => sum + part, 0) }
}

/** @returns the number of cases */
function writeRulesets(folder: string): number {
  for (const each of ['policies', 'later', 'src']) mkdirSync(path.join(folder, each))
  const names = readdirSync(POLICIES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  let count = 0
  for (let index = 0; index < RULESETS; index++) {
    const { name } = names[index % names.length]!
    const source = readFileSync(path.join(POLICIES, name, 'ruleset.tsr'), 'utf8')
    const file = `${String(index).padStart(2, '0')}-${name}`
    writeFileSync(path.join(folder, 'policies', `${file}.tsr`), source)
    writeFileSync(path.join(folder, 'later', `${file}.tsr`), index < CHANGED ? changedNumber(source) : source)
    const cases = casesOf(name)
    count += cases.length
    const document = `{"touchstone_test_cases":"1","cases":[${cases.join(',\n')}]}`
    writeFileSync(path.join(folder, 'policies', `${file}.cases.json`), document)
    writeFileSync(
      path.join(folder, 'src', `f${index}.ts`),
      `export const limit${index} = (a: number) => a <= ${index}\n`,
    )
  }
  const options = { compilerOptions: { target: 'es2022', module: 'esnext', types: [] }, include: ['src'] }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options))
  return count
}

function casesOf(policy: string): readonly string[] {
  const folder = path.join(POLICIES, policy, 'cases')
  return readdirSync(folder).map((file) => {
    const read = readJson(readFileSync(path.join(folder, file), 'utf8'))
    if ('problem' in read) throw new Error(`${file}: ${read.problem.message}`)
    const { name, claims, expect } = read.value as { name: string; claims: unknown; expect: unknown }
    return writeJson({ title: name, claims, expected: expect })
  })
}

/** Raises the first threshold of an assertion or definition by one. */
function changedNumber(source: string): string {
  const changed = source.replace(/([<>]=?) (\d+)/, (_, sign: string, number: string) => `${sign} ${Number(number) + 1}`)
  if (changed === source) throw new Error('the ruleset compares nothing with a number')
  return changed
}

function report(all: ReadonlyMap<string, readonly Took[]>): void {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
  const rows = [...all].map(([name, took]) => ({
    name,
    seconds: median(took.map((each) => each.seconds)),
    cpu: median(took.map((each) => each.cpuSeconds)),
  }))
  const [floor, compiler] = rows
  console.log(`\ncommand: from start to end, median; the aim for touchstone is ${AIM_SECONDS} s\n`)
  for (const { name, seconds, cpu } of rows) {
    const ratios = `${(seconds / floor!.seconds).toFixed(1)} of node, ${(seconds / compiler!.seconds).toFixed(2)} of tsc`
    console.log(`  ${name.padEnd(52)} ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of processor time   ${ratios}`)
  }
}
