import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartRefusal } from '../database/client/storage-fault'
import { until } from '../testing/until'
import { ServingProcess } from './serving-process'

let folder: string
let failures: number
let serving: ServingProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'serving-process-'))
  const script = join(folder, 'serve.cjs')
  writeFileSync(script, "process.on('disconnect', () => process.exit())\nprocess.send({ kind: 'ready' })\n")
  failures = 0
  const begin = () =>
    new ServingProcess({
      start: () => {
        // Node throws this if there is no memory for another process.
        if (failures-- > 0) throw new Error('spawn ENOMEM')
        return fork(script, [], { execArgv: [] })
      },
      log: pino({ level: 'silent' }),
      onReady: () => {},
      onMessage: () => {},
      onEnd: () => {},
      returnConnection: () => {},
    })
  serving = begin()
})

afterEach(async () => {
  await serving.stop()
  rmSync(folder, { recursive: true })
})

it('retries if the machine could not start a replacement for a killed process', async () => {
  await serving.started
  const first = serving.pid!
  failures = 2
  process.kill(first, 'SIGKILL')
  await until(() => serving.isReady && serving.pid !== first, 'another one serves')
  expect(failures).toBe(-1)
})

it('says why the first process could not be started', async () => {
  await serving.started
  const none = new ServingProcess({
    start: () => {
      throw new Error('spawn ENOMEM')
    },
    log: pino({ level: 'silent' }),
    onReady: () => {},
    onMessage: () => {},
    onEnd: () => {},
    returnConnection: () => {},
  })
  await expect(none.started).rejects.toThrow(
    new StartRefusal('A process that serves ended while it started (Error: spawn ENOMEM).'),
  )
  await none.stop()
})
