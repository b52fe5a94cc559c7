/** The findings of a command, apart from the form in which they are printed. */

/** In the file as it was given. Lines and columns count from 1; columns are UTF-16 units, and the end is exclusive. */
export interface FilePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
}

export interface Finding {
  /** Stable, such as `case-fails`. */
  readonly rule: string
  readonly level: 'error' | 'warning' | 'note'
  /** Whether it fails although it is not an error: a warning of the analysis does. */
  readonly fails?: boolean
  readonly message: string
  readonly place: FilePlace
  /** A related place, such as the test case that fails. */
  readonly related?: FilePlace
}

/** Fails if one of its findings does. */
export interface TestResult {
  readonly name: string
  readonly findings: readonly Finding[]
}

/** `wrong use` for input that cannot be read; `undecided` if a budget ended first. */
export type Outcome = 'as expected' | 'failed' | 'undecided' | 'wrong use' | 'stricter' | 'looser' | 'both'

/** The result for one file. */
export interface Subject {
  readonly file: string
  readonly tests: readonly TestResult[]
  /** Canonical JSON. Several lines if there are several answers. */
  readonly json: string
  /** For people, in addition to the findings. */
  readonly text: readonly string[]
  readonly outcome: Outcome
}

const EXIT_CODES: Readonly<Record<Outcome, number>> = {
  'as expected': 0,
  failed: 1,
  'wrong use': 2,
  undecided: 3,
  stricter: 10,
  looser: 11,
  both: 12,
}
/** A program that reads the code must not take an open question for a decided one. */
const STRONGEST_FIRST: readonly Outcome[] = ['wrong use', 'failed', 'undecided', 'both']

export function exitCodeOf(outcomes: readonly Outcome[]): number {
  return EXIT_CODES[joinOutcomes(outcomes)]
}

/** The outcome of all together. Some stricter and some looser are both. */
export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const strongest = STRONGEST_FIRST.find((each) => outcomes.includes(each))
  if (strongest !== undefined) return strongest
  const [stricter, looser] = [outcomes.includes('stricter'), outcomes.includes('looser')]
  if (stricter && looser) return 'both'
  return stricter ? 'stricter' : looser ? 'looser' : 'as expected'
}

export function hasFailed({ findings }: TestResult): boolean {
  return findings.some(isFailure)
}

export function isFailure({ level, fails }: Finding): boolean {
  return level === 'error' || fails === true
}

/** A finding as compilers print it: `policies/travel.tsr:4:12: error: …`. */
export function findingText({ place, level, message, related }: Finding): string {
  const at = ({ file, line, column }: FilePlace) => `${file}:${line}:${column}`
  const also = related === undefined ? '' : ` (${at(related)})`
  return `${at(place)}: ${level}: ${message}${also}`
}
