import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

export type CheckReplayPage = inferRouterOutputs<AppRouter>['decisionLog']['replay']

/** The pages of a replay as one. */
export interface CheckReplaySoFar extends Pick<CheckReplayPage, 'equal' | 'differing' | 'next'> {
  /** How many checks were skipped, by reason. */
  readonly skipped: ReadonlyMap<string, number>
}

export function joinCheckReplays(pages: readonly CheckReplayPage[]): CheckReplaySoFar {
  const skipped = new Map<string, number>()
  for (const { reason } of pages.flatMap((page) => page.skipped)) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
  return {
    equal: pages.reduce((sum, { equal }) => sum + equal, 0),
    differing: pages.flatMap(({ differing }) => differing),
    skipped,
    next: pages.at(-1)?.next ?? null,
  }
}

/** Says how a replay went, in whole sentences. */
export function checkReplaySentence({ equal, differing, skipped, next }: CheckReplaySoFar): string {
  const count = equal + differing.length
  const replayed = `${count.toLocaleString('en')} ${count === 1 ? 'check was' : 'checks were'} replayed.`
  const answers =
    differing.length === 0
      ? 'No check is answered differently.'
      : `${differing.length.toLocaleString('en')} ${differing.length === 1 ? 'is' : 'are'} answered differently.`
  const left = [...skipped.values()].reduce((sum, each) => sum + each, 0)
  return [
    ...(count === 0 ? ['No check was replayed.'] : [replayed, answers]),
    ...(left === 0 ? [] : [`${left.toLocaleString('en')} could not be replayed.`]),
    ...(next === null ? [] : ['Older checks follow.']),
  ].join(' ')
}
