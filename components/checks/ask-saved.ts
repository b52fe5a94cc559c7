/** Asks the engine about a stored revision, as the person who is signed in. */
import { callOperation } from '../ui/call-operation'
import { type AskEngine, readCheck } from './engine-check'

/**
 * The claims go as they stand: reading and writing them here would round their numbers.
 * @param unitLibraryHash an earlier library; the one in force where absent
 */
export function askSaved(hash: string, unitLibraryHash: string | null = null): AskEngine {
  const library = unitLibraryHash === null ? '' : `,"unit_library_hash":"${unitLibraryHash}"`
  return async (_source, claims, signal) => {
    const answer = await callOperation('check', `{"ruleset_hash":"${hash}"${library},"claims":${claims}}`, signal)
    if (answer.ok) return { ok: true, result: await readCheck(answer.body), body: answer.body }
    return { ok: false, refusal: answer.refusal }
  }
}
