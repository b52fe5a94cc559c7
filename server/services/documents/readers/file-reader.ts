import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../api/refusal'
import type { FileAnswer, FileToRead } from './reader-main'

/** One file at a time: each may use all of this. */
const HEAP_MB = 384
const DEADLINE_MS = 30_000
const MAX_WAITING = 8

/** Reads files in a separate thread, one after the other. */
export class FileReader {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(
    private readonly entry: URL,
    private readonly after: (milliseconds: number, run: () => void) => () => void,
  ) {}

  /** @throws Refusal BAD_REQUEST with a sentence about the file, ENGINE_BUSY */
  async read(file: FileToRead): Promise<Extract<FileAnswer, { kind: 'read' }>> {
    if (this.#waiting >= MAX_WAITING)
      throw new Refusal('ENGINE_BUSY', 'Too many files wait to be read. Upload yours again in a minute.', {
        retry_after_ms: DEADLINE_MS,
      })
    this.#waiting++
    const reading = this.#last.then(() => this.#readNext(file))
    this.#last = reading.catch(() => undefined)
    try {
      const answer = await reading
      if (answer.kind === 'problem') throw new Refusal('BAD_REQUEST', answer.message)
      return answer
    } finally {
      this.#waiting--
    }
  }

  #readNext(file: FileToRead): Promise<FileAnswer> {
    const worker = new Worker(this.entry, {
      workerData: file,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    return new Promise<FileAnswer>((resolve) => {
      const problem = (message: string) => resolve({ kind: 'problem', message })
      const cancel = this.after(DEADLINE_MS, () =>
        problem('The file takes too long to read. Upload the part with the policy, or paste its text.'),
      )
      worker.once('message', (answer: FileAnswer) => {
        cancel()
        resolve(answer)
      })
      worker.once('error', () => {
        cancel()
        problem('The file cannot be read. Save it again in another program, or paste its text.')
      })
      worker.once('exit', () => {
        cancel()
        problem('The file cannot be read. Save it again in another program, or paste its text.')
      })
    }).finally(() => worker.terminate())
  }
}
