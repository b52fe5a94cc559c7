/**
 * Ends a child process when this one ends.
 *
 * Promises: the child is told to stop when this process exits, fails, or dies of a signal that nobody handles (Ctrl-C
 * during the start, a closed terminal). A process that is killed cannot: the next start finds what it left.
 */
import type { ChildProcess } from 'node:child_process'

const FATAL_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Sends `farewell` to the child at our end. Returns how to undo that, for a child that has ended. */
export function endWithProcess(child: ChildProcess, farewell: NodeJS.Signals): () => void {
  const onExit = () => child.kill(farewell)
  const onUnhandledSignal = (signal: NodeJS.Signals) => {
    // Listening takes the signal's effect away. Where nobody else listens it is given back; the server listens itself.
    if (process.listeners(signal).some((listener) => listener.name !== onUnhandledSignal.name)) return
    onExit()
    process.removeListener(signal, onUnhandledSignal)
    process.kill(process.pid, signal)
  }
  process.once('exit', onExit)
  for (const signal of FATAL_SIGNALS) process.on(signal, onUnhandledSignal)
  return () => {
    process.removeListener('exit', onExit)
    for (const signal of FATAL_SIGNALS) process.removeListener(signal, onUnhandledSignal)
  }
}
