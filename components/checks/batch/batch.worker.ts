/** Decides parts of a file off the main thread. The worker reads each part itself. */
import type { FromDecider, ToDecider } from './deciders'
import { PartDecider } from './part-decider'

let decider: PartDecider | null = null

self.onmessage = async ({ data }: MessageEvent<ToDecider>) => {
  if ('terms' in data) {
    decider = new PartDecider(data.terms, data.head)
    return
  }
  const answer = await decideRecords(data.records)
  self.postMessage(answer, { transfer: 'part' in answer ? [answer.part.answers.buffer] : [] })
}

async function decideRecords(records: Blob): Promise<FromDecider> {
  let bytes: ArrayBuffer
  try {
    bytes = await records.arrayBuffer()
  } catch {
    return { problem: 'gone' }
  }
  if (decider === null) throw new Error('a part came before the terms')
  const part = decider.decide(bytes)
  return part === null ? { problem: 'not UTF-8' } : { part }
}
