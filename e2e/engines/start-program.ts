import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export interface StartedProgram {
  /** The first group of the `ready` match. */
  readonly matched: string
  stop(): Promise<void>
}

interface Readiness {
  readonly environment?: Readonly<Record<string, string>>
  /** Ready when this is printed. */
  readonly ready?: RegExp
  /** Ready when this address answers. */
  readonly answersAt?: string
  /** Until it must be ready; 20 by default. */
  readonly maxSeconds?: number
}

const MAX_SECONDS = 20

/** @throws Error if the program ends or is not ready in time */
export async function startProgram(
  program: string,
  options: readonly string[],
  { environment = {}, ready, answersAt, maxSeconds = MAX_SECONDS }: Readiness,
): Promise<StartedProgram> {
  const child = spawn(program, options, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  let ended: string | null = null
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  child.once('error', (error) => {
    ended = String(error)
  })
  const exit = new Promise<void>((resolve) =>
    child.once('close', (code, signal) => {
      ended ??= `exit ${signal ?? code}`
      resolve()
    }),
  )
  // A test that times out ends this process without stopping the program.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    child.kill('SIGTERM')
    await exit
  }
  for (let tries = 0; tries < maxSeconds * 10 && ended === null; tries++) {
    const match = ready === undefined ? null : ready.exec(printed)
    const isReady = ready === undefined || match !== null
    if (isReady && (answersAt === undefined || (await isAnswered(answersAt))))
      return { matched: match?.[1] ?? '', stop }
    await pause(100)
  }
  if (ended === null) await stop()
  throw new Error(`${program} did not start: ${ended}`)
}

async function isAnswered(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
}
