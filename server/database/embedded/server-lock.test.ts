import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartRefusal } from '../client/storage-fault'
import { processStart } from './process-identity'
import { takeServerLock } from './server-lock'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const writeHolder = (name: string, pid: number, start: string, nonce: string) =>
  writeFileSync(join(directory, name), JSON.stringify({ pid, start, nonce }))
const holderPid = () => JSON.parse(readFileSync(join(directory, 'server.lock'), 'utf8')).pid

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid!
}

describe('takeServerLock', () => {
  it('refuses a held directory and names the holder, until it is released', () => {
    const lock = takeServerLock(directory)
    expect(() => takeServerLock(directory)).toThrow(StartRefusal)
    expect(() => takeServerLock(directory)).toThrow(`(pid ${process.pid})`)
    lock.release()
    expect(readdirSync(directory)).toEqual([])
    takeServerLock(directory).release()
  })

  it('takes over the lock of a process that has ended', async () => {
    writeHolder('server.lock', await endedPid(), 'some boot 123', 'a')
    takeServerLock(directory)
    expect(holderPid()).toBe(process.pid)
    expect(readdirSync(directory)).toEqual(['server.lock'])
  })

  it('takes over the lock of a process whose pid now belongs to another', () => {
    writeHolder('server.lock', process.ppid, 'an earlier boot 123', 'a')
    takeServerLock(directory)
    expect(holderPid()).toBe(process.pid)
  })

  it('does not touch the lock of a running process', () => {
    writeHolder('server.lock', process.ppid, processStart(process.ppid)!, 'a')
    expect(() => takeServerLock(directory)).toThrow(`(pid ${process.ppid})`)
    expect(readdirSync(directory)).toEqual(['server.lock'])
  })

  it('takes over from processes that ended during a takeover', async () => {
    const ended = await endedPid()
    writeHolder('server.lock', ended, 'x', 'a')
    writeHolder('server.lock.after-a', ended, 'x', 'b')
    writeHolder('server.lock.after-a.after-b', ended, 'x', 'c')
    const lock = takeServerLock(directory)
    expect(holderPid()).toBe(process.pid)
    expect(readdirSync(directory)).toEqual(['server.lock'])
    lock.release()
  })

  it('does not remove a lock that is no longer its own', () => {
    const lock = takeServerLock(directory)
    writeHolder('server.lock', process.ppid, 'x', 'other')
    lock.release()
    expect(holderPid()).toBe(process.ppid)
  })

  it('goes to exactly one of many processes that find a stale lock at once', async () => {
    const source = join(import.meta.dirname, 'server-lock.ts')
    const script = `
      const { takeServerLock } = await import(${JSON.stringify(source)})
      process.stdout.write('ready\\n')
      await new Promise((resolve) => process.stdin.once('data', resolve))
      try { takeServerLock(${JSON.stringify(directory)}); console.log('taken') } catch (error) { console.log(error.message) }
      await new Promise(() => setInterval(() => {}, 1000))`
    const children: ChildProcess[] = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    const lines = children.map((child) => createInterface({ input: child.stdout! })[Symbol.asyncIterator]())
    const answers = () => Promise.all(lines.map(async (each) => String((await each.next()).value)))
    try {
      await answers()
      writeHolder('server.lock', await endedPid(), 'x', 'stale')
      for (const child of children) child.stdin!.write('go\n')
      const messages = await answers()
      const winner = children[messages.indexOf('taken')]!
      expect(messages.filter((line) => line === 'taken')).toHaveLength(1)
      for (const line of messages.filter((each) => each !== 'taken'))
        expect(line).toMatch(/^Another server \(pid \d+\)/)
      expect(holderPid()).toBe(winner.pid)
    } finally {
      for (const child of children) child.kill('SIGKILL')
    }
  })
})
