import { answerSchemas, typescriptType } from './wire-types'

/** The declarations of the package `touchstone-engine`. */
export function engineDeclarations(): string {
  const types = answerSchemas().map(({ name, schema }) => `export type ${name} = ${typescriptType(schema)}`)
  return `${HEAD}\n${types.join('\n\n')}\n`
}

/** The functions of server/cli/engine-package/touchstone-engine.ts, with the types of their answers. */
const HEAD = `/** Opens an engine. Nothing is loaded until it is asked, and the solver only if a question needs it. */
export function openEngine(options?: EngineOptions): Engine

export interface EngineOptions {
  /** Text of a unit library, which begins with \`unit library 1\`. Its problems are thrown as an Error. */
  readonly unitLibrary?: string
}

/** Every method answers with the bytes of \`/v1\`; what the service refuses is an answer too, with \`ok: false\`. */
export interface Engine {
  compile(source: string): Promise<Answer<CompileAnswer>>
  check(source: string, claims: Claims): Promise<Answer<CheckAnswer>>
  analyse(source: string): Promise<Answer<AnalysisAnswer>>
  compare(before: string, after: string, pairs?: readonly RenamedPair[]): Promise<Answer<ComparisonAnswer>>
  measureCoverage(source: string, cases: readonly TestCase[]): Promise<Answer<CoverageAnswer>>
}

export interface Answer<T> {
  /** The exact bytes, as canonical JSON. */
  readonly json: string
  readonly value: T | Refused
}

/** A dictionary, or the text of a JSON object, in which numbers are judged as they are written. */
export type Claims = { readonly [name: string]: unknown } | string

/** Names of assertions that are compared although they differ. */
export interface RenamedPair {
  readonly before: string
  readonly after: string
}

export interface TestCase {
  readonly name: string
  readonly claims: Claims
  readonly expected: { readonly [assertion: string]: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS' }
}

/** Versions of the service, the engine and the language. */
export const versions: { readonly [what: string]: string | readonly string[] }
`
