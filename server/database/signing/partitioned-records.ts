/**
 * Joins more records than fit into memory, one partition of keys at a time.
 * The temporary file has no name, so nothing remains after a kill.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Chunk {
  readonly offset: number
  readonly bytes: number
}

interface Partition {
  /** JSON outside the file. */
  texts: string[]
  characters: number
  readonly chunks: Chunk[]
}

const PARTITIONS = 256
/** For each partition, so at most four million in total. */
const MAX_BUFFER_CHARACTERS = 16_384

/** @typeParam Item a JSON value */
export class PartitionedRecords<Item> {
  private readonly partitions = Array.from(
    { length: PARTITIONS },
    (): Partition => ({ texts: [], characters: 0, chunks: [] }),
  )
  private file: number | null = null
  private fileBytes = 0

  add(key: string, item: Item): void {
    const partition = this.partitions[partitionOf(key)]!
    const text = JSON.stringify(item)
    partition.texts.push(text)
    partition.characters += text.length
    if (partition.characters >= MAX_BUFFER_CHARACTERS) this.write(partition)
  }

  *all(): Iterable<Iterable<Item>> {
    for (const partition of this.partitions) yield this.itemsOf(partition)
  }

  /** Frees the file. The records are unusable afterwards. */
  close(): void {
    if (this.file !== null) closeSync(this.file)
    this.file = null
  }

  private *itemsOf({ chunks, texts }: Partition): Iterable<Item> {
    for (const chunk of chunks) yield* this.read(chunk)
    yield* itemsIn<Item>(texts.join(','))
  }

  private write(partition: Partition): void {
    const bytes = Buffer.from(partition.texts.join(','))
    this.file ??= openUnnamed()
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.file, bytes, done, bytes.length - done, this.fileBytes + done)
    partition.chunks.push({ offset: this.fileBytes, bytes: bytes.length })
    this.fileBytes += bytes.length
    partition.texts = []
    partition.characters = 0
  }

  private read({ offset, bytes }: Chunk): Item[] {
    const buffer = Buffer.alloc(bytes)
    for (let done = 0; done < bytes; ) {
      const count = readSync(this.file!, buffer, done, bytes - done, offset + done)
      if (count === 0) throw new Error('the temporary file ends before what was written to it')
      done += count
    }
    return itemsIn(buffer.toString('utf8'))
  }
}

function itemsIn<Item>(text: string): Item[] {
  return JSON.parse(`[${text}]`) as Item[]
}

function openUnnamed(): number {
  const directory = mkdtempSync(path.join(tmpdir(), 'touchstone-verify-')) // mode 0700
  try {
    return openSync(path.join(directory, 'records'), 'wx+', 0o600)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** FNV-1a, 32 bits. */
function partitionOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % PARTITIONS
}
