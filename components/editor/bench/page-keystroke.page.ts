/** Page of `server/testing/benchmarks/pages/page-keystroke.ts`: the product's worker and the bare language core, in turns. */
import { LanguageClient } from '../language-client'

interface Task {
  readonly ruleset: string
  /** Offset of the changed digit. */
  readonly digit: number
  readonly rounds: number
}

/** @returns milliseconds by round */
export async function measureKeystrokes({ ruleset, digit, rounds }: Task): Promise<{ page: number[]; core: number[] }> {
  const client = new LanguageClient(new Worker('/language.worker.js'))
  const core = new Worker('/core.worker.js')
  const times = { page: [] as number[], core: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const typed = `${ruleset.slice(0, digit)}${round % 10}${ruleset.slice(digit + 1)}`
    times.page.push(await timePage(client, typed))
    times.core.push(await timeCore(core, `${typed}\n`))
    // Waits for the remaining work.
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  return times
}

/** Until the page's state has the diagnostics. */
function timePage(client: LanguageClient, text: string): Promise<number> {
  return new Promise((resolve) => {
    const before = client.snapshot().diagnostics
    const began = performance.now()
    const stop = client.subscribe(() => {
      if (client.snapshot().diagnostics === before) return
      stop()
      resolve(performance.now() - began)
    })
    client.setText(text)
  })
}

function timeCore(core: Worker, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    core.onmessage = ({ data }: MessageEvent<{ took: number }>) => resolve(data.took)
    core.onerror = ({ message }) => reject(new Error(message))
    core.postMessage(text)
  })
}

Object.assign(window, { measure: measureKeystrokes })
