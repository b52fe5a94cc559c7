import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

type Outputs = inferRouterOutputs<AppRouter>['frames']

export type FrameCounts = Outputs['count']
export type FrameRow = Outputs['list']['items'][number]
export type ReplayPage = Outputs['replay']
export type Answer = keyof FrameCounts['periods'][number]['counts']

/** In the order of the legend and the columns. */
export const ANSWERS = ['YES', 'UNKNOWN', 'NO', 'ERROR', 'OPEN'] as const satisfies readonly Answer[]

export const ANSWER_WORDS: Readonly<Record<Answer, string>> = {
  YES: 'YES',
  UNKNOWN: 'UNKNOWN',
  NO: 'NO',
  ERROR: 'with an Error',
  OPEN: 'not answered yet',
}

const HOUR_MS = 3_600_000
const PERIOD_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const
/** More columns would be too narrow to see. */
const MAX_COLUMNS = 60

export interface Column {
  /** Start of the period. */
  readonly at: string
  readonly total: number
  readonly counts: Readonly<Partial<Record<Answer, number>>>
}

/** Adds the periods without frames, up to the last one with frames. */
export function shownPeriods({ since, period, periods }: FrameCounts): readonly Column[] {
  const last = periods.at(-1)
  if (last === undefined) return []
  const step = PERIOD_MS[period]
  const known = new Map(periods.map(({ at, counts }) => [Date.parse(at), counts]))
  const end = Date.parse(last.at)
  const start = Math.max(Math.floor(Date.parse(since) / step) * step, end - (MAX_COLUMNS - 1) * step)
  return Array.from({ length: (end - start) / step + 1 }, (_, index) => {
    const at = start + index * step
    const counts = known.get(at) ?? {}
    return { at: new Date(at).toISOString(), total: sum(Object.values(counts)), counts }
  })
}

/** Leaves out answers that no frame has. */
export function totalsOf({ periods }: FrameCounts): readonly { readonly answer: Answer; readonly frames: number }[] {
  return ANSWERS.flatMap((answer) => {
    const frames = sum(periods.map(({ counts }) => counts[answer]))
    return frames === 0 ? [] : [{ answer, frames }]
  })
}

/** For example `29 Nov, 14:00 UTC`. */
export function utcHour(at: string): string {
  const moment = new Date(at)
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return `${day}, ${moment.toISOString().slice(11, 16)} UTC`
}

/** The pages of a replay as one. */
export interface ReplaySoFar {
  readonly replayed: number
  readonly differing: ReplayPage['differing']
  readonly skipped: ReplayPage['skipped']
  readonly newClaims: readonly string[]
  readonly modelCalls: number
  /** Null if the endpoint did not report them all. */
  readonly tokens: ReplayPage['cost']['tokens']
  /** Null after the oldest frame. */
  readonly next: string | null
}

export function joinReplays(pages: readonly ReplayPage[]): ReplaySoFar {
  return {
    replayed: sum(pages.map(({ replayed }) => replayed)),
    differing: pages.flatMap(({ differing }) => differing),
    skipped: pages.flatMap(({ skipped }) => skipped),
    newClaims: pages.at(-1)?.newClaims ?? [],
    modelCalls: sum(pages.map(({ cost }) => cost.modelCalls)),
    tokens: sumTokens(pages),
    next: pages.at(-1)?.next ?? null,
  }
}

/** Says how a replay went, in whole sentences. */
export function replaySentence({ replayed, differing, skipped, next }: ReplaySoFar): string {
  const frames = countWords(replayed, 'frame was', 'frames were')
  const answers =
    differing.length === 0
      ? 'No frame is answered differently.'
      : `${countWords(differing.length, 'is', 'are')} answered differently.`
  const left =
    skipped.length === 0
      ? ''
      : ` ${countWords(skipped.length, 'frame has', 'frames have')} no stored claims and could not be replayed.`
  return `${frames} replayed. ${answers}${left}${next === null ? '' : ' Older frames follow.'}`
}

/** For example `The model was asked 20 times: 9,000 tokens of questions and 400 of answers.` */
export function costSentence({ modelCalls, tokens }: Pick<ReplaySoFar, 'modelCalls' | 'tokens'>): string {
  const callsText = `The model was asked ${countWords(modelCalls, 'time', 'times')}`
  if (tokens === null) return `${callsText}; its endpoint does not report all tokens.`
  const [input, output] = [tokens.input.toLocaleString('en'), tokens.output.toLocaleString('en')]
  return `${callsText}: ${input} tokens of questions and ${output} of answers.`
}

function sumTokens(pages: readonly ReplayPage[]): ReplaySoFar['tokens'] {
  const reported = pages.flatMap(({ cost }) => cost.tokens ?? [])
  if (reported.length < pages.length) return null
  return { input: sum(reported.map(({ input }) => input)), output: sum(reported.map(({ output }) => output)) }
}

function countWords(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
