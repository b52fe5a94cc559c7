/**
 * Verifies an exported log: one entry per line, then a checkpoint of all of them. Without keys from elsewhere, the file
 * can only agree with itself.
 */
import { checkpointSigner, readCheckpoint } from './checkpoint'
import { judgeCheckpoint } from './judge-checkpoint'
import { readLeaf } from './log-entry'
import { addLeaf, EMPTY_FRONTIER, leafHash, rootOf } from './merkle-tree'
import { type PublishedKey, readKeySet } from './published-keys'
import { repeatedProblem } from './repeated-member'
import type { WitnessPolicy } from './witness-policy'

export interface VerifiedLogFile {
  readonly problems: readonly string[]
  readonly entries: bigint
  /** From the checkpoint. */
  readonly origin: string | null
}

const MAX_PROBLEMS = 20

/**
 * @param published the deployment's key set from elsewhere; null trusts the file's own keys
 * @param policy null demands no witness
 */
export async function verifyLogFile(
  lines: AsyncIterable<string>,
  published: readonly PublishedKey[] | null,
  policy: WitnessPolicy | null = null,
): Promise<VerifiedLogFile> {
  const problems: string[] = []
  let tree = EMPTY_FRONTIER
  let last: string | null = null
  let lineNumber = 0
  for await (const line of lines) {
    lineNumber++
    if (last !== null) problems.push(`line ${lineNumber} stands after the checkpoint, which is the last line`)
    const body = Buffer.from(line)
    const leaf = readLeaf(body)
    if (leaf === null && line.startsWith('{"checkpoint":')) last = line
    else {
      if (leaf === null) problems.push(`line ${lineNumber} is not an entry of a log`)
      else if (leaf.index !== tree.size.toString())
        problems.push(`line ${lineNumber} is entry ${leaf.index}, where entry ${tree.size} belongs`)
      tree = addLeaf(tree, leafHash(body))
    }
    if (problems.length >= MAX_PROBLEMS)
      return { problems: [...problems, 'the rest of the file was not read'], entries: tree.size, origin: null }
  }
  const end = last === null ? null : readLastLine(last)
  if (end === null)
    return { problems: [...problems, 'the last line is not a checkpoint'], entries: tree.size, origin: null }
  const repeated = repeatedProblem(last!)
  if (repeated !== null) problems.push(`the last line is refused: ${repeated}`)
  const checkpoint = readCheckpoint(end.checkpoint)
  if (checkpoint === null) problems.push('the last line holds no signed checkpoint')
  else {
    if (checkpointSigner(end.checkpoint, published ?? end.keys) === null)
      problems.push('no published checkpoint key signed the checkpoint')
    if (checkpoint.size !== tree.size)
      problems.push(`the file holds ${tree.size} entries, and its checkpoint is of ${checkpoint.size} entries`)
    else if (!Buffer.from(rootOf(tree)).equals(checkpoint.root))
      problems.push('the entries are not those of the checkpoint')
    const judged = policy === null ? null : judgeCheckpoint(end.checkpoint, policy)
    if (judged?.holds === false) problems.push(`too few witnesses cosigned the checkpoint: ${judged.detail}`)
  }
  return { problems, entries: tree.size, origin: checkpoint?.origin ?? null }
}

function readLastLine(line: string): { readonly checkpoint: string; readonly keys: readonly PublishedKey[] } | null {
  try {
    const value = JSON.parse(line) as { readonly checkpoint?: unknown }
    const keys = readKeySet(value)
    return typeof value.checkpoint === 'string' && keys !== null ? { checkpoint: value.checkpoint, keys } : null
  } catch {
    return null
  }
}
