/** The forms of a report: text, JSON, JUnit XML and SARIF 2.1.0. */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import { type FilePlace, type Finding, findingText, hasFailed, isFailure, type Subject } from './report'

export const OUTPUTS = ['text', 'json', 'junit', 'sarif'] as const
export type Output = (typeof OUTPUTS)[number]

/** @param command word of the command, which names the suites of JUnit */
export function printReport(subjects: readonly Subject[], output: Output, command: string): string {
  switch (output) {
    case 'text':
      return subjects.map(subjectText).join('')
    case 'json':
      return subjects.map(({ json }) => `${json}\n`).join('')
    case 'junit':
      return junitText(subjects, command)
    case 'sarif':
      return `${canonicalJson(sarifLog(subjects))}\n`
  }
}

/** Keeps text of others from moving the cursor of a terminal. */
export function escapeControlSigns(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
}

function subjectText({ tests, text }: Subject): string {
  const findings = tests.flatMap(({ findings }) => findings.map(findingText))
  return [...findings, ...text].map((line) => `${escapeControlSigns(line)}\n`).join('')
}

function junitText(subjects: readonly Subject[], command: string): string {
  const tests = subjects.flatMap(({ tests }) => tests)
  const suites = subjects.map((subject) => {
    const cases = subject.tests.map((test) => junitCase(test, subject.file))
    return `  <testsuite name="${xml(subject.file)}" tests="${cases.length}" failures="${subject.tests.filter(hasFailed).length}" errors="0" skipped="0">\n${cases.join('')}  </testsuite>\n`
  })
  const counts = `tests="${tests.length}" failures="${tests.filter(hasFailed).length}" errors="0"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="touchstone ${command}" ${counts}>\n${suites.join('')}</testsuites>\n`
}

function junitCase({ name, findings }: Subject['tests'][number], file: string): string {
  const [first] = findings
  const place = first?.place ?? { file, line: 1 }
  const open = `    <testcase classname="${xml(file)}" name="${xml(name)}" file="${xml(place.file)}" line="${place.line}"`
  const failures = findings.filter(isFailure)
  const notes = findings.filter((finding) => !isFailure(finding)).map(findingText)
  if (findings.length === 0) return `${open}/>\n`
  const failed = failures.map(
    (finding) => `      <failure message="${xml(finding.message)}">${xml(findingText(finding))}</failure>\n`,
  )
  const noted = notes.length === 0 ? '' : `      <system-out>${xml(notes.join('\n'))}</system-out>\n`
  return `${open}>\n${failed.join('')}${noted}    </testcase>\n`
}

/** Escapes a text, and replaces what no XML document may contain. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}

const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** Static Analysis Results Interchange Format (OASIS, SARIF 2.1.0). */
function sarifLog(subjects: readonly Subject[]): Json {
  const findings = subjects.flatMap(({ tests }) => tests.flatMap(({ findings }) => findings))
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort()
  return {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'touchstone',
            version: VERSIONS.service_version,
            rules: rules.map((id) => ({ id })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => sarifResult(finding, rules)),
      },
    ],
  }
}

function sarifResult({ rule, level, message, place, related }: Finding, rules: readonly string[]): Json {
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level,
    message: { text: message },
    locations: [sarifLocation(place)],
    ...(related === undefined ? {} : { relatedLocations: [sarifLocation(related)] }),
  }
}

function sarifLocation({ file, line, column, endLine, endColumn }: FilePlace): Json {
  return {
    physicalLocation: {
      artifactLocation: { uri: file.split(/[\\/]/).map(encodeURIComponent).join('/') },
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
  }
}
