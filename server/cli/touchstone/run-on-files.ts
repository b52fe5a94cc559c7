/** The commands of `touchstone` that read files, and those that exchange them with a deployment. */
import { writeFileSync } from 'node:fs'
import { Refusal } from '../../api/refusal'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import type { TouchstoneCommand } from './arguments'
import { checkFile } from './check-file'
import { checkTable } from './check-table'
import { compareFiles, pairFiles } from './compare-files'
import { compileFile, formatFile } from './compile-files'
import { Deployment } from './deployment'
import { LocalEngine } from './local-engine'
import {
  type InputFile,
  openUnitLibrary,
  readEachRuleset,
  readInput,
  readRulesets,
  WrongUseError,
} from './policy-files'
import { printReport } from './print-report'
import { pullRulesets, pushRulesets } from './pull-push'
import { analyseFile, measureFile } from './question-files'
import { answerOrRefused } from './refused-subject'
import { exitCodeOf, type Subject } from './report'
import { writeSqlFile } from './sql-file'
import { testFile } from './test-file'

type Exchanging = Extract<TouchstoneCommand, { url: string }>
type Running = Extract<TouchstoneCommand, { operands: readonly string[] }>

async function run(command: Running): Promise<number> {
  const engine = new LocalEngine(openUnitLibrary(), solverOfProcess)
  if (command.kind === 'format') return format(engine, command)
  if (command.kind === 'sql') return writeSql(engine, command)
  const subjects = await subjectsOf(engine, command)
  process.stdout.write(printReport(subjects, command.output, command.kind))
  return exitCodeOf(subjects.map(({ outcome }) => outcome))
}

async function subjectsOf(engine: LocalEngine, { kind, operands, flags, table }: Running): Promise<readonly Subject[]> {
  const [first = '', second = ''] = operands
  if (kind === 'diff') return forEach(pairFiles(first, second), (pair) => compareFiles(engine, pair))
  if (kind === 'check') {
    if (table !== null) return [await checkTable(engine, readInput(first), table, (words) => console.error(words))]
    const byLine = flags.has('lines') || second.endsWith('.jsonl')
    return [await checkFile(engine, readInput(first), readInput(second), byLine)]
  }
  const commands = { compile: compileFile, test: testFile, analyse: analyseFile, coverage: measureFile }
  if (kind === 'format' || kind === 'sql') throw new Error(`${kind} prints its own report`)
  return forEach(readEachRuleset(operands), ({ input, unread }) => {
    if (unread === null) return commands[kind](engine, input)
    return answerOrRefused(engine, input, () => {
      throw new Refusal('VALIDATION_REJECTED', unread.message)
    })
  })
}

/** One after the other: they share the engine of this process. */
async function forEach<T>(all: readonly T[], answer: (each: T) => Promise<Subject>): Promise<readonly Subject[]> {
  const subjects: Subject[] = []
  for (const each of all) subjects.push(await answer(each))
  return subjects
}

function format(engine: LocalEngine, { operands, output, flags }: Running): number {
  const mayDiffer = !flags.has('check')
  const inputs = readRulesets(operands)
  const files = inputs.map((input) => formatFile(engine, input, mayDiffer))
  const printsText = mayDiffer && isStdin(inputs[0])
  files.forEach(({ formatted, subject }, index) => {
    const { file, text } = inputs[index]!
    if (!mayDiffer || subject.outcome === 'failed' || formatted === text) return
    if (!isStdin(inputs[index])) writeFileSync(file, formatted)
  })
  const report = printReport(
    files.map(({ subject }) => subject),
    output,
    'format',
  )
  if (printsText) process.stdout.write(files[0]!.formatted)
  else process.stdout.write(report)
  return exitCodeOf(files.map(({ subject }) => subject.outcome))
}

/** The query on standard output, as it is: a report would escape signs of its texts. */
async function writeSql(engine: LocalEngine, { operands, output, sql: options }: Running): Promise<number> {
  if (options === null) throw new Error('sql has options')
  const subject = await writeSqlFile(engine, readInput(operands[0] ?? ''), options)
  if (output === 'text') {
    process.stderr.write(printReport([subject], output, 'sql'))
    process.stdout.write(subject.sql)
  } else process.stdout.write(printReport([subject], output, 'sql'))
  return exitCodeOf([subject.outcome])
}

function isStdin(input: InputFile | undefined): boolean {
  return input?.file === '<stdin>'
}

async function exchange({ kind, url, force }: Exchanging): Promise<number> {
  const credential = process.env.TOUCHSTONE_CREDENTIAL
  if (credential === undefined || credential === '')
    throw new WrongUseError('Set TOUCHSTONE_CREDENTIAL to a full credential of the namespace.')
  const engine = new LocalEngine(openUnitLibrary(), solverOfProcess)
  const run = kind === 'pull' ? pullRulesets : pushRulesets
  try {
    const { lines, ok } = await run(engine, new Deployment(url, credential), force)
    for (const line of lines) (ok ? console.log : console.error)(line)
    return ok ? 0 : 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(`${error.message} Nothing was saved. Run touchstone compile.`)
    return 1
  }
}

/** @returns the exit code */
export async function runOnFiles(command: Exchanging | Running): Promise<number> {
  try {
    if ('url' in command) return await exchange(command)
    return await run(command)
  } catch (error) {
    if (!(error instanceof WrongUseError)) throw error
    console.error(error.message)
    return 2
  }
}
