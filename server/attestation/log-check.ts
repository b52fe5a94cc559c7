/**
 * Checks a log, entry by entry, against signed checkpoints, so a changed, removed, inserted or truncated entry is
 * reported.
 */
import { checkpointSigner, readCheckpoint } from './checkpoint'
import { type LogLeaf, readLeaf } from './log-entry'
import { EMPTY_FRONTIER, type Frontier, growTree, leafHash, rootOf } from './merkle-tree'
import type { PublishedKey } from './published-keys'

export interface GivenCheckpoint {
  readonly note: string
  /** The place of the checkpoint, in words for people. */
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

  /** @param namespaceId the checkpoints must be of its log */
  constructor(
    private readonly namespaceId: string,
    checkpoints: readonly GivenCheckpoint[],
    private readonly keys: readonly PublishedKey[],
  ) {
    for (const checkpoint of checkpoints) this.expect(checkpoint)
  }

  /** Entries after the checkpoint must not have been taken yet. */
  expect({ note, from }: GivenCheckpoint): void {
    const read = readCheckpoint(note)
    if (read === null) this.report(`${from} is not a signed checkpoint`)
    else if (!read.origin.endsWith(`/log/${this.namespaceId}`)) this.report(`${from} is of another log: ${read.origin}`)
    else if (checkpointSigner(note, this.keys) === null)
      this.report(`${from} is not signed by a published checkpoint key`)
    else {
      this.expected.set(read.size, [...(this.expected.get(read.size) ?? []), { root: read.root, from }])
      if (read.size === this.frontier.size) this.compare()
      else if (read.size < this.frontier.size) this.report(`${from} was given after the entries that it covers`)
    }
  }

  get tree(): Frontier {
    return this.frontier
  }

  /** See {@link GrownTree}. */
  get completedSubtrees(): readonly Uint8Array[] {
    return this.completed
  }

  get nextIndex(): bigint {
    return this.next
  }

  /** Returns null if the bytes are not an entry. */
  take(body: Uint8Array, index = this.frontier.size): LogLeaf | null {
    const position = this.frontier.size
    const leaf = readLeaf(body)
    if (leaf === null) this.report(`the bytes at position ${position} are not an entry of a log`)
    else if (leaf.index !== position.toString())
      this.report(`the entry at position ${position} says that it is entry ${leaf.index}`)
    this.grow(body, index)
    return leaf
  }

  /** Takes an entry of any kind of log, whose bytes the caller reads. */
  grow(body: Uint8Array, index: bigint): void {
    this.next = index + 1n
    const { frontier, completed } = growTree(this.frontier, leafHash(body))
    this.frontier = frontier
    this.completed = completed
    this.compare()
  }

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
