/** `touchstone diff`: what a revision changes in meaning, with the bytes of `POST /v1/comparison`. */
import type { z } from 'zod'
import { canonicalJson } from '../../api/canonical-json'
import { comparisonResult, type VERDICTS } from '../../api/schemas/comparison'
import { areReadAlike, CHANGE_KINDS, type ChangeKind } from '../../meaning/comparison/change-kinds'
import type { MeaningQuestion } from '../../services/engine-pool/engine-job'
import type { LocalEngine } from './local-engine'
import { type InputFile, isFolder, joined, readInput, rulesetsIn, WrongUseError } from './policy-files'
import { answerOrRefused } from './refused-subject'
import { type Finding, joinOutcomes, type Outcome, type Subject } from './report'

type Comparison = z.output<typeof comparisonResult>

/** Null on the side that lacks the file. */
export interface ComparedFiles {
  readonly before: InputFile | null
  readonly after: InputFile | null
}

/**
 * Two rulesets, or the rulesets of two folders by their names.
 * @throws WrongUseError if only one operand is a folder
 */
export function pairFiles(before: string, after: string): readonly ComparedFiles[] {
  if (isFolder(before) !== isFolder(after))
    throw new WrongUseError('diff compares two rulesets or two folders, not a ruleset with a folder.')
  if (!isFolder(before)) return [{ before: readInput(before), after: readInput(after) }]
  const [earlier, later] = [rulesetsIn(before), rulesetsIn(after)]
  const names = [...new Set([...earlier, ...later])].sort()
  if (names.length === 0) throw new WrongUseError(`Neither ${before} nor ${after} has a ruleset (*.tsr).`)
  return names.map((name) => ({
    before: earlier.includes(name) ? readInput(joined(before, name)) : null,
    after: later.includes(name) ? readInput(joined(after, name)) : null,
  }))
}

/** A new ruleset is stricter, and a removed one looser. */
export async function compareFiles(engine: LocalEngine, { before, after }: ComparedFiles): Promise<Subject> {
  if (after === null || before === null) {
    const [file, outcome] = after === null ? [before?.file ?? '', 'looser' as const] : [after.file, 'stricter' as const]
    const json = canonicalJson({ ok: true, file, only: after === null ? 'before' : 'after' })
    const text = [`${file}: the ruleset ${after === null ? 'was removed' : 'is new'}.`]
    return { file, tests: [], json, text, outcome }
  }
  const question = (): MeaningQuestion => ({
    kind: 'comparison',
    before: { ruleset: engine.read(before.text), library: engine.library },
    after: { ruleset: engine.read(after.text), library: engine.library },
    pairs: [],
  })
  return answerOrRefused(engine, await brokenSide(engine, before, after), () => {
    const json = engine.meaning(question())
    return comparedSubject(placesIn(engine, after), json, comparisonResult.parse(JSON.parse(json)))
  })
}

/** The side whose errors a refusal is about. */
async function brokenSide(engine: LocalEngine, before: InputFile, after: InputFile): Promise<InputFile> {
  const { outcome } = await answerOrRefused(engine, before, () => {
    const { checkable } = engine.diagnose(engine.read(before.text))
    return { file: before.file, tests: [], json: '', text: [], outcome: checkable === null ? 'failed' : 'as expected' }
  })
  return outcome === 'as expected' ? after : before
}

/** Finds the line of a name in the later ruleset. */
interface NamePlaces {
  readonly file: string
  /** By `assertion`, `claim` and `definition`, then by name. */
  readonly lines: Readonly<Record<string, ReadonlyMap<string, number>>>
}

function placesIn(engine: LocalEngine, { file, text }: InputFile): NamePlaces {
  const { checkable } = engine.diagnose(engine.read(text))
  if (checkable === null) return { file, lines: {} }
  const { assertions, inputs, lets, reports } = checkable.compiled.ruleset
  const linesOf = (all: readonly { readonly name: string; readonly line: number }[]) =>
    new Map(all.map(({ name, line }) => [name, line]))
  const lines = { assertion: linesOf(assertions), claim: linesOf(inputs), definition: linesOf(lets) }
  return { file, lines: { ...lines, report: linesOf(reports) } }
}

function placeOf({ file, lines }: NamePlaces, what: string, name: string | null) {
  return { file, line: lines[what]?.get(name ?? '') ?? 1, column: 1 }
}

function comparedSubject(places: NamePlaces, json: string, comparison: Comparison): Subject {
  const { assertions, changes, summary } = comparison
  const { file } = places
  const changed = assertions.filter(({ verdict }) => outcomeOfVerdict(verdict) !== 'as expected')
  const answers = changed.map(({ verdict, sentence, after }): Finding => {
    const place = placeOf(places, 'assertion', after)
    const rule = `answers-${verdict.replaceAll('_', '-')}`
    return { rule, level: verdict === 'not_decided' ? 'warning' : 'note', message: sentence, place }
  })
  // The sentence of another policy is that of the pair, too.
  const messages = new Set(answers.map(({ message }) => message))
  const further = changes.filter(({ sentence }) => !messages.has(sentence))
  const others = further.map(({ kind, sentence, subject }): Finding => {
    const place = placeOf(places, subject.what, subject.name)
    return { rule: kind.replaceAll('_', '-'), level: 'note', message: sentence, place }
  })
  const tests = [{ name: 'comparison', findings: [...answers, ...others] }]
  return { file, tests, json, text: [`${file}: ${summary}`], outcome: directionOf(comparison) }
}

/**
 * `as expected` only if every answer is proved to be as before and every dictionary is read as before. A change that is
 * neither stricter nor looser counts as both, so that nobody takes it for harmless.
 */
export function directionOf({ assertions, changes, open }: Comparison): Outcome {
  const kinds = changes.map(({ kind }) => kind.replaceAll('_', '-')).filter(isChangeKind)
  const reads = areReadAlike(kinds.map((kind) => ({ kind }))) && !kinds.some(isOtherChange)
  return joinOutcomes([
    ...assertions.map(({ verdict }) => outcomeOfVerdict(verdict)),
    ...(open.length > 0 || kinds.includes('report-not-decided') ? (['undecided'] as const) : []),
    reads ? 'as expected' : 'both',
  ])
}

/** Whether the change affects what a file or a check holds, or the answers if claims are unknown. */
function isOtherChange(kind: ChangeKind): boolean {
  return (
    (kind.startsWith('report-') && kind !== 'report-not-decided') ||
    kind.startsWith('default-') ||
    kind === 'column' ||
    kind === 'policy'
  )
}

function isChangeKind(kind: string): kind is ChangeKind {
  return Object.hasOwn(CHANGE_KINDS, kind)
}

function outcomeOfVerdict(verdict: (typeof VERDICTS)[number]): Outcome {
  switch (verdict) {
    case 'same':
      return 'as expected'
    case 'stricter':
    case 'new':
      return 'stricter'
    case 'looser':
    case 'gone':
      return 'looser'
    case 'not_decided':
      return 'undecided'
    default:
      return 'both'
  }
}
