import { formatRuleset } from '../../language/format/format'
import type { LocalEngine } from './local-engine'
import type { InputFile } from './policy-files'
import { answerOrRefused, diagnose } from './refused-subject'
import type { Finding, Subject } from './report'

/** `touchstone compile`: errors and warnings, and the bytes of `POST /v1/compile`. */
export function compileFile(engine: LocalEngine, input: InputFile): Promise<Subject> {
  return answerOrRefused(engine, input, () => {
    const { file, text } = input
    const ruleset = engine.read(text)
    const json = engine.compile(ruleset)
    const findings = diagnose(engine, file, text)
    const line = `${file}: compiles, with the hash ${ruleset.hash}.`
    return { file, tests: [{ name: 'compiles', findings }], json, text: [line], outcome: 'as expected' }
  })
}

/** The formatted text of a ruleset, and what the command reports of it. */
export interface FormattedFile {
  readonly formatted: string
  readonly subject: Subject
}

/**
 * `touchstone format`. A ruleset with a syntax error keeps its text and fails.
 * @param mayDiffer whether a text that is not formatted is as expected, because it will be replaced
 */
export function formatFile(engine: LocalEngine, { file, text }: InputFile, mayDiffer: boolean): FormattedFile {
  const formatted = formatRuleset(text, engine.limits)
  const changes = formatted !== text
  const errors = changes ? [] : diagnose(engine, file, text).filter(({ level }) => level === 'error')
  const differs: Finding = {
    ...{ rule: 'not-formatted', level: mayDiffer ? 'note' : 'error' },
    message: mayDiffer ? 'The file was formatted.' : 'The file is not formatted. Run touchstone format.',
    place: { file, line: firstDifference(text, formatted), column: 1 },
  }
  const isBroken = errors.length > 0 && hasSyntaxError(text, engine)
  const findings = isBroken ? errors : changes ? [differs] : []
  const outcome = isBroken || (changes && !mayDiffer) ? 'failed' : 'as expected'
  const json = JSON.stringify({ changed: changes, file, ok: outcome === 'as expected' })
  return { formatted, subject: { file, tests: [{ name: 'formatted', findings }], json, text: [], outcome } }
}

/** A text that parses loses the blanks at its end. */
function hasSyntaxError(text: string, { limits }: LocalEngine): boolean {
  const padded = `${text}\n\n`
  return formatRuleset(padded, limits) === padded
}

function firstDifference(text: string, formatted: string): number {
  const [lines, others] = [text.split('\n'), formatted.split('\n')]
  const index = lines.findIndex((line, at) => line !== others[at])
  return index < 0 ? lines.length : index + 1
}
