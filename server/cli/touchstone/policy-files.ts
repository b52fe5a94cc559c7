/** Rulesets, test cases and `touchstone.json` in folders (public/docs/command-line.md). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { LibraryText } from '../../services/engine-pool/engine-job'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import { readUnitLibrary, UnitLibraryError } from './unit-library-text'

/** The message says what to do. The command ends with 2. */
export class WrongUseError extends Error {
  override readonly name = 'WrongUseError'
}

export interface InputFile {
  /** As given, or `<stdin>`. */
  readonly file: string
  readonly text: string
}

export const DEFAULT_FOLDER = 'policies'
export const CONFIGURATION = 'touchstone.json'
const RULESET = '.tsr'
const STDIN = '-'

/**
 * Reads rulesets from files, folders and standard input (`-`).
 * @param operands if empty, the folder `policies`
 * @throws WrongUseError
 */
export function readRulesets(operands: readonly string[]): readonly InputFile[] {
  return rulesetFiles(operands).map(readInput)
}

/**
 * Like {@link readRulesets}, with an error in place of a file that cannot be read, if there are others.
 * @throws WrongUseError if the only file cannot be read
 */
export function readEachRuleset(
  operands: readonly string[],
): readonly { readonly input: InputFile; readonly unread: WrongUseError | null }[] {
  const files = rulesetFiles(operands)
  return files.map((file) => {
    try {
      return { input: readInput(file), unread: null }
    } catch (error) {
      if (!(error instanceof WrongUseError) || files.length === 1) throw error
      return { input: { file, text: '' }, unread: error }
    }
  })
}

function rulesetFiles(given: readonly string[]): readonly string[] {
  const operands = given.length === 0 ? [DEFAULT_FOLDER] : given
  if (operands.filter((each) => each === STDIN).length > 1)
    throw new WrongUseError('Standard input (-) can be read once.')
  const files = operands.flatMap((operand) => {
    if (operand === STDIN || !isFolder(operand)) return [operand]
    const found = rulesetsIn(operand).map((name) => joined(operand, name))
    if (found.length === 0) throw new WrongUseError(`The folder ${operand} has no ruleset (*${RULESET}).`)
    return found
  })
  return [...new Set(files)]
}

/** Names of the rulesets in a folder, without its subfolders. */
export function rulesetsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(RULESET))
    .sort()
}

export function isFolder(operand: string): boolean {
  return existsSync(operand) && statSync(operand).isDirectory()
}

/** Joins a path with a slash on every system, as reports show it. */
export function joined(folder: string, name: string): string {
  return path.join(folder, name).split(path.sep).join('/')
}

/** @param operand a file, or `-` for standard input. @throws WrongUseError if it cannot be read as UTF-8 */
export function readInput(operand: string): InputFile {
  let bytes: Uint8Array
  const file = operand === STDIN ? '<stdin>' : operand
  try {
    bytes = readFileSync(operand === STDIN ? 0 : operand)
  } catch (error) {
    throw new WrongUseError(`${file} cannot be read: ${reasonOf(error)}`)
  }
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    throw new WrongUseError(`${file} is not UTF-8. Save it as UTF-8.`)
  }
}

/** The files next to a ruleset that hold its test cases, if it has any. */
export function caseFilesOf(ruleset: string): readonly string[] {
  if (!ruleset.endsWith(RULESET)) return []
  const base = ruleset.slice(0, -RULESET.length)
  return [`${base}.cases.json`, `${base}.cases.csv`].filter((file) => existsSync(file))
}

const configuration = z.strictObject({
  unit_library: z
    .strictObject({ path: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/, 'should be 64 hexadecimal digits') })
    .optional(),
})

/**
 * Opens the unit library that `touchstone.json` of a folder names, or else the built-in units.
 * @param folder the current folder if empty
 * @throws WrongUseError if the configuration or the library cannot be used, or has another hash
 */
export function openUnitLibrary(folder = ''): LibraryText {
  const file = path.join(folder, CONFIGURATION)
  if (!existsSync(file)) return BUILT_IN_LIBRARY
  const read = configuration.safeParse(parsedJson(readInput(file)))
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue?.path.join('.') ?? ''
    throw new WrongUseError(`${file}${place === '' ? '' : `, ${place}`}: ${issue?.message ?? 'cannot be read'}`)
  }
  const named = read.data.unit_library
  if (named === undefined) return BUILT_IN_LIBRARY
  const library = readNamedLibrary(readInput(folder === '' ? named.path : path.resolve(folder, named.path)))
  if (library.hash === named.sha256) return library
  throw new WrongUseError(
    `${named.path} has the hash ${library.hash}, and ${file} expects ${named.sha256}. Restore the file, or write the new hash to ${file}.`,
  )
}

function parsedJson({ file, text }: InputFile): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WrongUseError(`${file} is not JSON: ${reasonOf(error)}`)
  }
}

function readNamedLibrary({ file, text }: InputFile): LibraryText {
  try {
    return readUnitLibrary(file, text)
  } catch (error) {
    throw error instanceof UnitLibraryError ? new WrongUseError(error.message) : error
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
}

/** Describes the usual causes in words. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
  if (reason !== undefined) return `${reason}.`
  return error instanceof Error ? error.message : String(error)
}
