/** Test cases next to a ruleset, with the place of each in its file. */
import { Refusal } from '../../api/refusal'
import { type CaseFailure, caseDocument, readCaseTable } from '../../engine/batch/case-table'
import type { CheckableRuleset } from '../../engine/batch/check-compiled'
import { LineIndex } from '../../language/text/line-index'
import type { TestCaseText } from '../../services/checks/read-test-case'
import { readTestCases } from '../../services/checks/test-case-document'
import { caseFilesOf, type InputFile, readInput } from './policy-files'
import type { FilePlace, Finding } from './report'

export interface PlacedCase extends TestCaseText {
  readonly place: FilePlace
}

export interface CasesOfRuleset {
  readonly cases: readonly PlacedCase[]
  /** Files that cannot be read. */
  readonly findings: readonly Finding[]
}

/** @throws WrongUseError if a file cannot be read at all */
export function readCases(ruleset: string, checkable: CheckableRuleset): CasesOfRuleset {
  const read = caseFilesOf(ruleset).map((file) => {
    const input = readInput(file)
    return file.endsWith('.csv') ? readTable(input, checkable) : readDocument(input)
  })
  return { cases: read.flatMap(({ cases }) => cases), findings: read.flatMap(({ findings }) => findings) }
}

function readTable({ file, text }: InputFile, checkable: CheckableRuleset): CasesOfRuleset {
  const { cases, failures } = readCaseTable(text, checkable)
  const texts = cases.length === 0 ? [] : readTestCases(caseDocument(cases))
  return {
    cases: texts.map((each, index) => ({ ...each, place: { file, line: cases[index]!.line, column: 1 } })),
    findings: failures.map((failure) => tableFinding(file, failure)),
  }
}

function tableFinding(file: string, { line, column, message }: CaseFailure): Finding {
  const place = { file, line, column: 1 }
  const where = column === null ? '' : `In the column ${JSON.stringify(column)}: `
  return { rule: 'case-unreadable', level: 'error', message: `${where}${message}`, place }
}

function readDocument({ file, text }: InputFile): CasesOfRuleset {
  try {
    const cases = readTestCases(text.replace(/^\ufeff/, ''))
    const places = placesOfTitles(
      file,
      text,
      cases.map(({ title }) => title),
    )
    return { cases: cases.map((each, index) => ({ ...each, place: places[index]! })), findings: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failures = error.details.failures ?? []
    const messages = failures.map(
      ({ field, expected, received }) => `${field}: expected ${expected}; received ${received}.`,
    )
    const found = messages.length === 0 ? [error.message] : messages
    const place = { file, line: 1, column: 1 }
    return {
      cases: [],
      findings: found.map((message) => ({ rule: 'case-unreadable', level: 'error', message, place })),
    }
  }
}

/** Finds each title in the order of the text, after the one before. */
function placesOfTitles(file: string, text: string, titles: readonly string[]): readonly FilePlace[] {
  const lines = new LineIndex(text)
  const members = [...text.matchAll(/"title"\s*:\s*("(?:[^"\\]|\\.)*")/g)]
  let next = 0
  return titles.map((title) => {
    while (next < members.length && JSON.parse(members[next]![1]!) !== title) next++
    const offset = members[next++]?.index ?? 0
    return { file, line: lines.line(offset), column: lines.column(offset) }
  })
}
