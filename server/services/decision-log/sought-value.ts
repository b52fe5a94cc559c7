/** A value that a person looks for in a decision log, by the path of a claim. */
import { unfitRefusal } from '../../api/refusal'
import { CLAIM_PATH } from '../../api/terms/decision-log-settings'
import { canonicalText, JsonNumber, type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import { isNumeral, numeralForm, valueForm, valuesOf } from './claim-values'
import { claimPath, type LoggedClaims } from './redact-claims'
import { markOf } from './sealed-claims'

export interface SoughtValue {
  /** In the form of {@link claimPath}. */
  readonly path: string
  /** The possible meanings of the typed text: a text, and the value that it is as JSON. */
  readonly values: readonly LosslessJson[]
}

/** @param typed as a person typed it @throws Refusal BAD_REQUEST for a path that no claim has */
export function readSoughtValue(path: string, typed: string): SoughtValue {
  demandPath(path)
  const read = readJson(typed)
  return { path, values: 'value' in read ? [typed, read.value] : [typed] }
}

/** Whether the claims hold the value at its path, in any spelling. */
export function holdsValue(claims: LoggedClaims, { path, values }: SoughtValue): boolean {
  const forms = new Set(values.map(valueForm))
  for (const each of valuesOf(claims)) if (each.path === path && forms.has(valueForm(each.value))) return true
  return false
}

/**
 * The hashes under which entries store the value. Earlier versions hashed the value as the program wrote it,
 * so its likely spellings are hashed too.
 */
export function marksOf({ path, values }: SoughtValue, claimKey: Uint8Array): string[] {
  const forms = [...values.map(valueForm), ...values.flatMap(spellingsOf).map(canonicalText)]
  return [...new Set(forms)].map((form) => markOf(claimKey, path, form))
}

function spellingsOf(value: LosslessJson): LosslessJson[] {
  const text = value instanceof JsonNumber ? value.text : value
  if (typeof text !== 'string') return [value]
  if (!isNumeral(text)) return [text, text.normalize('NFC'), text.normalize('NFD')]
  return [text, numeralForm(text)].flatMap((numeral) => [numeral, new JsonNumber(numeral)])
}

function demandPath(path: string): void {
  if (CLAIM_PATH.test(path)) return
  const everyEntry = claimPath(path)
  if (everyEntry !== path && CLAIM_PATH.test(everyEntry))
    throw unfitRefusal('claim', `a path without the numbers of entries: write ${everyEntry} for every entry`, path)
  throw unfitRefusal(
    'claim',
    'the name of a claim or the path of a member, of at most 200 characters: write person.name for a member of a record and drivers[].licence for a member of every entry of a list',
    path,
  )
}
