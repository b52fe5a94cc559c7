/** The command `touchstone`: rulesets in files, without a server, a database or the network (decisions/056). */
import { writeFileSync } from 'node:fs'
import { Refusal } from '../api/refusal'
import { VERSIONS } from '../api/terms/versions'
import { solverOfProcess } from '../engine/solver/z3-solver'
import { readArguments, type TouchstoneCommand, usage } from './touchstone/arguments'
import { checkFile } from './touchstone/check-file'
import { checkTable } from './touchstone/check-table'
import { compareFiles, pairFiles } from './touchstone/compare-files'
import { compileFile, formatFile } from './touchstone/compile-files'
import { Deployment } from './touchstone/deployment'
import { LocalEngine } from './touchstone/local-engine'
import { type InputFile, openUnitLibrary, readInput, readRulesets, WrongUseError } from './touchstone/policy-files'
import { printReport } from './touchstone/print-report'
import { pullRulesets, pushRulesets } from './touchstone/pull-push'
import { analyseFile, measureFile } from './touchstone/question-files'
import { exitCodeOf, type Subject } from './touchstone/report'
import { writeSqlFile } from './touchstone/sql-file'
import { testFile } from './touchstone/test-file'

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
  return forEach(readRulesets(operands), (input) => commands[kind](engine, input))
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

async function main(): Promise<number> {
  const reading = readArguments(process.argv.slice(2))
  if (!reading.ok) {
    console.error(`${reading.problem}\n\n${usage(undefined)}`)
    return 2
  }
  const { command } = reading
  if (command.kind === 'help') {
    console.log(usage('word' in command ? command.word : undefined))
    return 0
  }
  if (command.kind === 'version') {
    console.log(
      `touchstone ${VERSIONS.service_version}, engine ${VERSIONS.engine_version}, language ${VERSIONS.language_version}`,
    )
    return 0
  }
  if (command.kind === 'language-server') {
    const { serveLanguage } = await import('./touchstone/language-server/serve-language')
    serveLanguage()
    return 0
  }
  try {
    if ('url' in command) return await exchange(command)
    return await run(command)
  } catch (error) {
    if (!(error instanceof WrongUseError)) throw error
    console.error(error.message)
    return 2
  }
}

process.exitCode = await main()
