/**
 * `npm run verify` for receipts, exported logs, the logs in the database, and proofs. Receipts and exports are verified
 * only from their files. Failures are printed on standard output.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { readCheckpoint } from '../attestation/checkpoint'
import { type VerifiedFile, verifyReceiptFile as verifyFile } from '../attestation/checks/verify-file'
import type { GivenCheckpoint } from '../attestation/log-check'
import { tlogProofText } from '../attestation/log-entry'
import { type PublishedKey, readKeySet } from '../attestation/published-keys'
import type { ReceiptCheck } from '../attestation/receipt-check'
import { repeatedProblem } from '../attestation/repeated-member'
import { verifyLogFile } from '../attestation/verify-log-file'
import { readWitnessPolicy, type WitnessPolicy } from '../attestation/witness-policy'
import { compileZ3 } from '../engine/solver/z3-module'
import { Z3Solver } from '../engine/solver/z3-solver'
import { verifyLog } from '../services/audit/verify-log'
import { verifyDecisions } from '../services/decision-log/verify-decisions'
import { repeatComparison } from '../services/signing/compare-anew'
import { CommandRefusal, printLine, runOperatorCommand, serverSettings, withStore } from './command/operator-command'
import { exportedLines } from './exported-lines'
import { verifyObligations } from './obligations/verify-obligations'
import { writeObligations } from './obligations/write-obligations'
import { readArguments, USAGE, type VerifyCommand } from './verify-arguments'

type Command<Kind extends VerifyCommand['kind']> = Extract<VerifyCommand, { kind: Kind }>

const NO_KEYS = 'The keys were taken from the file itself: give the published ones with --keys to know whose they are.'

function verifyReceiptFile({ file, keys, witnesses, proof }: Command<'receipt'>): boolean {
  const { statement, ...verified } = verifyFile(read(file), keysIn(keys), policyIn(witnesses))
  const checks = [...verified.checks, ...comparisonCheck({ statement, ...verified })]
  const ok = checks.every(({ holds }) => holds !== false)
  for (const { what, holds, detail } of checks) {
    const mark = holds === null ? 'not checked' : holds ? 'ok' : 'FAILS'
    printLine(`${mark.padEnd(11)} ${what}${detail === '' ? '' : ` (${detail})`}`)
  }
  for (const remark of verified.remarks) printLine(`note        ${remark}`)
  if (ok && statement !== null) {
    const { signer, meaning, rulesetHash, signedAt } = statement
    printLine(`${signer.name} <${signer.email}> signed "${meaning}" for ruleset ${rulesetHash} at ${signedAt}.`)
  }
  if (ok && verified.check !== null) printCheck(verified.check)
  if (proof !== null && ok && verified.entry !== null) {
    writeNew(proof, tlogProofText(verified.entry))
    printLine(`The proof that the entry is in the log was written to ${proof}.`)
  }
  return ok
}

function printCheck({ facts, claims }: NonNullable<VerifiedFile['check']>): void {
  const { checkId, rulesetHash, at, answers, call } = facts
  printLine(`The check ${checkId} by ruleset ${rulesetHash} at ${at} was answered:`)
  for (const [assertion, answer] of answers) printLine(`  ${answer.padEnd(9)} ${assertion}`)
  if (call !== null) printLine(`  ${call.decision} for the call that guard ${call.guardId} decided`)
  if (claims !== null) printLine(`Its claims, as they were kept: ${claims}`)
}

/** Empty if the receipt holds no comparison, or if something of it does not hold already. */
function comparisonCheck({ ok, statement, compared }: VerifiedFile): readonly ReceiptCheck[] {
  if (!ok || statement === null || compared === null) return []
  return [repeatComparison(statement, compared, () => new Z3Solver(compileZ3()))]
}

async function verifyExport({ file, keys, witnesses }: Command<'export'>): Promise<boolean> {
  const lines = exportedLines(file)
  const { problems, entries, origin } = await verifyLogFile(lines, keysIn(keys), policyIn(witnesses))
  for (const problem of problems) printLine(`FAILS ${problem}`)
  if (problems.length === 0) printLine(`ok    ${entries} entries of ${origin} are those of its signed checkpoint.`)
  if (keys === null) printLine(NO_KEYS)
  return problems.length === 0
}

async function verifyDatabase({ namespace, checkpoints, keys }: Command<'log'>): Promise<boolean> {
  const settings = serverSettings()
  const given = checkpoints.map(checkpointIn)
  const published = keysIn(keys)
  return withStore(settings, async (store) => {
    const all = await store.listNamespaces()
    if (namespace !== null && !all.includes(namespace))
      throw new CommandRefusal(
        `No namespace here has the id ${namespace}, and no row of one remains. Leave --namespace out to verify every log.`,
      )
    const namespaces = namespace === null ? all : [namespace]
    let ok = true
    for (const id of namespaces) {
      const ofNamespace = given.filter((each) => isOf(each, id))
      const [own, ofChecks] = [ofNamespace.filter((each) => !isOfChecks(each)), ofNamespace.filter(isOfChecks)]
      const { entries, records, ...checked } = await verifyLog(store, id, published, own)
      const logged = await verifyDecisions(store, id, published, ofChecks)
      const problems = [...checked.problems, ...logged.problems]
      for (const problem of problems) printLine(`FAILS ${id}: ${problem}`)
      const counts = `${entries} entries, ${checked.checkpoints} checkpoints, ${records} signed records, ${checked.recordedRows} rows as they were recorded`
      const before =
        checked.approvalsBefore === 0 ? '' : `; ${checked.approvalsBefore} approvals are older than the log`
      const checks = logged.entries === 0n ? '' : `; ${logged.entries} logged checks, ${logged.checkpoints} checkpoints`
      if (problems.length === 0) printLine(`ok    ${id}: ${counts}${before}${checks}`)
      ok &&= problems.length === 0
    }
    for (const { from } of given.filter((each) => !namespaces.some((id) => isOf(each, id)))) {
      printLine(`FAILS ${from} is of a log that is not here`)
      ok = false
    }
    if (namespaces.length === 0) printLine('There is no namespace yet.')
    return ok
  })
}

/** Whether the checkpoint is that of a decision log. */
function isOfChecks({ note }: GivenCheckpoint): boolean {
  return readCheckpoint(note)?.origin.endsWith('/checks') ?? false
}

function isOf({ note }: GivenCheckpoint, namespaceId: string): boolean {
  // The log check reports invalid checkpoints.
  const origin = readCheckpoint(note)?.origin.replace(/\/checks$/, '')
  return origin?.endsWith(`/log/${namespaceId}`) ?? true
}

/** Reads a signed note or the checkpoint of a receipt. */
function checkpointIn(file: string): GivenCheckpoint {
  const text = read(file)
  if (!text.startsWith('{')) return { note: text, from: file }
  const { log } = parseJson(file, text) as { readonly log?: { readonly checkpoint?: unknown } }
  if (typeof log?.checkpoint !== 'string') throw new CommandRefusal(`${file} holds no checkpoint.`)
  return { note: log.checkpoint, from: `the checkpoint of ${file}` }
}

function keysIn(file: string | null): PublishedKey[] | null {
  if (file === null) return null
  const keys = readKeySet(parseJson(file, read(file)))
  if (keys === null) throw new CommandRefusal(`${file} holds no published keys.`)
  return keys
}

function policyIn(file: string | null): WitnessPolicy | null {
  if (file === null) return null
  const reading = readWitnessPolicy(read(file))
  if (!reading.ok) throw new CommandRefusal(`${file} is not a list of witnesses: ${reading.problems.join('; ')}.`)
  return reading.policy
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    throw new CommandRefusal(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandRefusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function parseJson(file: string, text: string): unknown {
  const problem = repeatedProblem(text)
  if (problem !== null) throw new CommandRefusal(`${file} is refused: ${problem}.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandRefusal(`${file} is not JSON.`)
  }
}

/**
 * Makes V8 collect garbage earlier: a long log makes much of it, and on a large machine the heap would grow to several
 * times the used memory, while the server runs too.
 */
function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--semi-space-growth-factor=1')
}

async function run(command: VerifyCommand): Promise<boolean> {
  if (command.kind === 'receipt') return verifyReceiptFile(command)
  if (command.kind === 'export') return verifyExport(command)
  if (command.kind === 'obligations') return verifyProofs(command)
  return verifyDatabase(command)
}

async function verifyProofs({ paths, seconds, written }: Command<'obligations'>): Promise<boolean> {
  const [folder = ''] = paths
  if (written !== null) {
    const count = writeObligations(folder, written.ruleset, written.base)
    printLine(`${count === 1 ? '1 proved fact' : `${count} proved facts`} written to ${folder}.`)
    if (count === 0) return true
  }
  return verifyObligations(paths, seconds)
}

collectEarly()
process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
