import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

type Outputs = inferRouterOutputs<AppRouter>['frames']

export type LabelResults = Outputs['labelResults']
export type FrameLabel = Outputs['labels']['items'][number]
type Share = LabelResults['conclusion']['accuracy']
type Bin = NonNullable<LabelResults['calibration']>['bins'][number]

/** Suggested for the first label of a target. */
export const FIRST_SET = 'labels'

export const labelsKey = (messageId: string) => ['labels', messageId]
export const labelResultsKey = (targetId: string) => ['label results', targetId]

/** For example `18 of 20 (90 %, between 69.8 % and 97.3 %)`. */
export function shareWords({ right, of, low, high }: Share): string {
  if (low === null || high === null) return 'none'
  return `${right.toLocaleString('en')} of ${of.toLocaleString('en')} (${percent(right / of)}, between ${percent(Number(low))} and ${percent(Number(high))})`
}

export function percent(share: number): string {
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`
}

/** Rounds an exact fraction to four decimals. */
export function decimalWords(fraction: string): string {
  return numberOf(fraction).toLocaleString('en', { maximumFractionDigits: 4 })
}

/** The nearest number of a fraction such as `37/40`, whose parts may have many digits. */
export function numberOf(fraction: string): number {
  const [n = '0', d = '1'] = fraction.split('/')
  const scale = 10n ** 12n
  return Number((BigInt(n) * scale) / BigInt(d)) / Number(scale)
}

/** A point of the reliability chart, in a square of 100 units with the origin at the top left. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
  /** Ends of the interval. */
  readonly top: number
  readonly bottom: number
  readonly title: string
}

export function chartPoints(bins: readonly Bin[]): readonly ChartPoint[] {
  return bins.map(({ confidence, share }) => ({
    x: numberOf(confidence) * 100,
    y: 100 - (share.right * 100) / share.of,
    top: 100 - Number(share.high) * 100,
    bottom: 100 - Number(share.low) * 100,
    title: `Confidence ${percent(numberOf(confidence))}: ${share.right} of ${share.of} right`,
  }))
}
