/**
 * Reads a whole log, entry by entry, and says what is wrong with it.
 *
 * Promises: needs nothing but the entries, the checkpoints that were given of the log, and the published keys. Every
 * checkpoint must be signed by a published key and lead to the entries that are there: an entry that was changed, taken
 * out, put in, or cut off the end does not. Memory does not grow with the log, but for what is wrong.
 */
import { checkpointSigner, readCheckpoint } from './checkpoint'
import { type LogLeaf, readLeaf } from './log-entry'
import { EMPTY_FRONTIER, type Frontier, growTree, leafHash, rootOf } from './merkle-tree'
import type { PublishedKey } from './published-keys'

export interface GivenCheckpoint {
  readonly note: string
  /** For people: where the checkpoint was found. */
  readonly from: string
}

interface Expected {
  readonly root: Uint8Array
  readonly from: string
}

const MAX_PROBLEMS = 50

export class LogCheck {
  readonly problems: string[] = []
  private frontier: Frontier = EMPTY_FRONTIER
  private next = 0n
  private completed: readonly Uint8Array[] = []
  /** By size. */
  private readonly expected = new Map<bigint, Expected[]>()

  /** @param namespaceId whose log it is; the checkpoints must be of it */
  constructor(
    private readonly namespaceId: string,
    checkpoints: readonly GivenCheckpoint[],
    private readonly keys: readonly PublishedKey[],
  ) {
    for (const checkpoint of checkpoints) this.expect(checkpoint)
  }

  /** Takes one more checkpoint of the log. The entries after it must not have been taken yet. */
  expect({ note, from }: GivenCheckpoint): void {
    const read = readCheckpoint(note)
    if (read === null) this.report(`${from} is no signed checkpoint`)
    else if (!read.origin.endsWith(`/log/${this.namespaceId}`)) this.report(`${from} is of another log: ${read.origin}`)
    else if (checkpointSigner(note, this.keys) === null)
      this.report(`${from} is not signed by a published checkpoint key`)
    else {
      this.expected.set(read.size, [...(this.expected.get(read.size) ?? []), { root: read.root, from }])
      if (read.size === this.frontier.size) this.compare()
      else if (read.size < this.frontier.size) this.report(`${from} came after the entries that it is of`)
    }
  }

  /** Of the entries that were read. */
  get tree(): Frontier {
    return this.frontier
  }

  /** Hashes of the perfect subtrees that end with the last entry that was taken, as of `GrownTree`. */
  get completedSubtrees(): readonly Uint8Array[] {
    return this.completed
  }

  /** Where to read on: after the index of the last entry that was taken. */
  get nextIndex(): bigint {
    return this.next
  }

  /** Takes the next entry, stored under this index. @returns what it says; null where the bytes are no entry */
  take(body: Uint8Array, index = this.frontier.size): LogLeaf | null {
    this.next = index + 1n
    const position = this.frontier.size
    const leaf = readLeaf(body)
    if (leaf === null) this.report(`the bytes at position ${position} are no entry of a log`)
    else if (leaf.index !== position.toString())
      this.report(`the entry at position ${position} says that it is entry ${leaf.index}`)
    const { frontier, completed } = growTree(this.frontier, leafHash(body))
    this.frontier = frontier
    this.completed = completed
    this.compare()
    return leaf
  }

  /** After the last entry. */
  end(): readonly string[] {
    const { size } = this.frontier
    for (const [expected, checkpoints] of this.expected)
      if (expected > size)
        for (const { from } of checkpoints)
          this.report(`the log ends after ${size} entries, and ${from} is of ${expected} entries`)
    return this.problems
  }

  report(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem)
    else if (this.problems.length === MAX_PROBLEMS) this.problems.push('and more')
  }

  private compare(): void {
    for (const { root, from } of this.expected.get(this.frontier.size) ?? [])
      if (!Buffer.from(rootOf(this.frontier)).equals(root))
        this.report(`the first ${this.frontier.size} entries are not those of ${from}`)
    this.expected.delete(this.frontier.size)
  }
}
