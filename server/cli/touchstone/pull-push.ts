/**
 * `touchstone pull` and `touchstone push`: the stored rulesets of a namespace as files, and files as revisions
 * (decisions/060). `policies/.pulled.json` holds what was last the same on both sides, so that neither side is
 * overwritten unseen.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { NEW_RULESET_NAME, NEW_RULESET_NAME_RULE } from '../../api/terms/ruleset-terms'
import type { Deployment, StoredRuleset, StoredUnits } from './deployment'
import type { LocalEngine } from './local-engine'
import {
  CONFIGURATION,
  DEFAULT_FOLDER,
  isFolder,
  joined,
  openUnitLibrary,
  readInput,
  rulesetsIn,
  WrongUseError,
} from './policy-files'

/** The output of a command, and whether it did what was asked. */
export interface Exchanged {
  readonly lines: readonly string[]
  readonly ok: boolean
}

const STATE = joined(DEFAULT_FOLDER, '.pulled.json')
const UNITS = 'units.txt'
const state = z.object({ rulesets: z.record(z.string(), z.string()), unit_library_hash: z.string().nullable() })
type State = z.output<typeof state>

interface LocalRuleset {
  readonly file: string
  readonly source: string
  readonly hash: string
}

/** @param force whether local changes are overwritten */
export async function pullRulesets(engine: LocalEngine, from: Deployment, force: boolean): Promise<Exchanged> {
  const [stored, units] = [await from.names(), await from.units()]
  const [local, before] = [localRulesets(engine), readState()]
  refuseLikeNames(stored.map(({ name }) => name))
  const changed = stored.filter(({ name, hash }) => {
    const here = local.get(name)
    return here !== undefined && here.hash !== hash && here.hash !== before.rulesets[name]
  })
  const ownUnits = openUnitLibrary().hash
  const unitsChanged = ownUnits !== units.hash && ownUnits !== before.unit_library_hash
  if (!force && (changed.length > 0 || unitsChanged)) {
    const files = [...changed.map(({ name }) => fileOf(name)), ...(unitsChanged ? [CONFIGURATION] : [])]
    return refused(files, 'was changed here and there. Nothing was written. Save the change, or pull with --force.')
  }
  const outdated = stored.filter(({ name, hash }) => local.get(name)?.hash !== hash)
  // Everything is loaded before anything is written.
  const sources: string[] = []
  for (const { name } of outdated) sources.push(await from.source(name))
  mkdirSync(DEFAULT_FOLDER, { recursive: true })
  outdated.forEach(({ name }, index) => {
    writeFileSync(fileOf(name), sources[index]!)
  })
  const lines = outdated.map(({ name }) => `${fileOf(name)}: written.`)
  if (ownUnits !== units.hash) lines.push(writeUnits(units))
  writeState({ rulesets: hashesOf(stored), unit_library_hash: units.hash })
  return { lines: [...lines, `${counted(stored.length)}, ${outdated.length} written.`], ok: true }
}

/** Saves a revision of each ruleset that differs. @param force whether changes of others are superseded */
export async function pushRulesets(engine: LocalEngine, to: Deployment, force: boolean): Promise<Exchanged> {
  const [stored, units] = [new Map((await to.names()).map(({ name, hash }) => [name, hash])), await to.units()]
  const [local, before] = [localRulesets(engine), readState()]
  if (local.size === 0) throw new WrongUseError(`The folder ${DEFAULT_FOLDER} has no ruleset (*.tsr).`)
  if (openUnitLibrary().hash !== units.hash)
    throw new WrongUseError(
      `The units of ${CONFIGURATION} are not those of the deployment. Pull first, or add the converters there.`,
    )
  const changed = [...local].filter(([name, { hash }]) => stored.get(name) !== hash)
  const conflicts = changed.filter(([name]) => stored.has(name) && stored.get(name) !== before.rulesets[name])
  if (!force && conflicts.length > 0)
    return refused(
      conflicts.map(([, { file }]) => file),
      'was also saved by someone else. Nothing was saved. Pull first, or push with --force.',
    )
  // Refuses before anything is saved.
  for (const [, { source }] of changed) engine.compile(engine.read(source))
  const known = { ...before.rulesets }
  const lines: string[] = []
  for (const [name, { file, source, hash }] of changed) {
    known[name] = await to.save(name, source, stored.get(name) ?? null)
    if (known[name] !== hash) throw new WrongUseError(`${file} was saved as ${known[name]}, and its hash is ${hash}.`)
    lines.push(`${file}: saved as ${hash}.`)
    writeState({ rulesets: known, unit_library_hash: units.hash })
  }
  return { lines: [...lines, `${counted(local.size)}, ${changed.length} saved. Nothing was approved.`], ok: true }
}

/** Names may have slashes; a folder of rulesets has no subfolders. */
function fileOf(name: string): string {
  return joined(DEFAULT_FOLDER, `${name.replaceAll('/', '%2F')}.tsr`)
}

/** @throws WrongUseError for a file whose name is not one of a ruleset, or that is not UTF-8 */
function localRulesets(engine: LocalEngine): ReadonlyMap<string, LocalRuleset> {
  if (!isFolder(DEFAULT_FOLDER)) return new Map()
  const files = rulesetsIn(DEFAULT_FOLDER).map((file): [string, LocalRuleset] => {
    const name = file.slice(0, -'.tsr'.length).replaceAll('%2F', '/')
    if (!NEW_RULESET_NAME.test(name))
      throw new WrongUseError(
        `${joined(DEFAULT_FOLDER, file)} cannot be a name: a name is made of ${NEW_RULESET_NAME_RULE}.`,
      )
    const { text } = readInput(joined(DEFAULT_FOLDER, file))
    return [name, { file: joined(DEFAULT_FOLDER, file), ...engine.read(text) }]
  })
  return new Map(files)
}

/** Two such names are one file on many systems. */
function refuseLikeNames(names: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    const other = seen.get(name.toLowerCase())
    if (other !== undefined)
      throw new WrongUseError(`The names "${other}" and "${name}" differ only in capitals, and cannot be two files.`)
    seen.set(name.toLowerCase(), name)
  }
}

function writeUnits({ hash, text }: StoredUnits): string {
  if (text === null) {
    writeFileSync(CONFIGURATION, '{}\n')
    return `${CONFIGURATION}: written, without a unit library.`
  }
  writeFileSync(UNITS, text)
  writeFileSync(CONFIGURATION, `${JSON.stringify({ unit_library: { path: UNITS, sha256: hash } }, null, 2)}\n`)
  return `${CONFIGURATION} and ${UNITS}: written.`
}

function readState(): State {
  if (!existsSync(STATE)) return { rulesets: {}, unit_library_hash: null }
  try {
    return state.parse(JSON.parse(readFileSync(STATE, 'utf8')))
  } catch {
    throw new WrongUseError(`${STATE} cannot be read. Remove it, and pull again.`)
  }
}

function writeState({ rulesets, unit_library_hash }: State): void {
  const sorted = Object.fromEntries(Object.entries(rulesets).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(STATE, `${JSON.stringify({ rulesets: sorted, unit_library_hash }, null, 2)}\n`)
}

function hashesOf(stored: readonly StoredRuleset[]): Record<string, string> {
  return Object.fromEntries(stored.map(({ name, hash }) => [name, hash]))
}

function refused(files: readonly string[], why: string): Exchanged {
  return { lines: files.map((file) => `${file} ${why}`), ok: false }
}

function counted(count: number): string {
  return count === 1 ? '1 ruleset' : `${count} rulesets`
}
