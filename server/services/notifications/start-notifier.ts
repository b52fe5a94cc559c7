import { Notifier, type NotifierDependencies } from './notifier'

export interface NotifierTiming {
  /** From the end of one round to the next, in milliseconds. */
  readonly everyMs: number
  /** Returns a function that cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void
}

export interface RunningNotifier {
  /** Resolves when what is being sent is noted. */
  stop(): Promise<void>
}

/**
 * Repeats rounds until it is stopped. Mails and webhooks have their own, so that a slow receiver delays no inbox. A
 * failure is reported, and the next round tries again.
 */
export function startNotifier(dependencies: NotifierDependencies, { everyMs, after }: NotifierTiming): RunningNotifier {
  const notifier = new Notifier(dependencies)
  const rounds = [
    repeat(async () => {
      await notifier.derive()
      await notifier.deriveExpiries()
    }),
    repeat(() => notifier.sendMails()),
    repeat(() => notifier.beginWebhooks()),
  ]
  function repeat(round: () => Promise<void>): { stop(): Promise<void> } {
    let isStopped = false
    let cancel = () => {}
    let running = Promise.resolve()
    const begin = () => {
      running = round()
        .catch(dependencies.reportTrouble)
        .then(() => {
          if (!isStopped) cancel = after(everyMs, begin)
        })
    }
    begin()
    return {
      stop: async () => {
        isStopped = true
        cancel()
        await running
      },
    }
  }
  return {
    stop: async () => {
      await Promise.all([notifier.stop(), ...rounds.map((each) => each.stop())])
    },
  }
}
