/**
 * A Prometheus histogram that finds a series by the values of its labels, one map after the other. The histogram of
 * prom-client checks, sorts and joins the labels of every observation, and even one joined text costs more than everything
 * else that is counted for a request.
 */
import { Histogram, type HistogramConfiguration, type LabelValues, type MetricObjectWithValues } from 'prom-client'

export type LabelValue = string | number

type HistogramValue<Label extends string> = Awaited<ReturnType<Histogram<Label>['get']>>['values'][number]

export class DurationSeries<Label extends string> {
  /** Observations by bucket, not added up. Those beyond the last bound are only in `count`. */
  private readonly buckets: number[]
  private sum = 0
  private count = 0

  constructor(
    private readonly labels: LabelValues<Label>,
    private readonly bounds: readonly number[],
  ) {
    this.buckets = bounds.map(() => 0)
  }

  observe(seconds: number): void {
    const { bounds, buckets } = this
    this.sum += seconds
    this.count++
    for (let index = 0; index < bounds.length; index++)
      if (seconds <= bounds[index]!) {
        buckets[index]!++
        return
      }
  }

  values(name: string): HistogramValue<Label>[] {
    const { labels, count, sum } = this
    let below = 0
    const buckets = this.bounds.map((le, index) => {
      below += this.buckets[index]!
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}

/** Series by the value of the first label, and so on. */
type SeriesMap<Label extends string> = Map<LabelValue, SeriesMap<Label> | DurationSeries<Label>>

export class DurationHistogram<Label extends string> extends Histogram<Label> {
  private readonly first: SeriesMap<Label> = new Map()
  private readonly series: DurationSeries<Label>[] = []
  private readonly bounds: readonly number[]
  private readonly inOrder: readonly Label[]

  /** @param configuration with `buckets` in seconds, in ascending order */
  constructor(
    configuration: HistogramConfiguration<Label> & { readonly buckets: number[]; readonly labelNames: Label[] },
  ) {
    super(configuration)
    this.bounds = [...configuration.buckets]
    this.inOrder = [...configuration.labelNames]
  }

  /** @param values of the labels, in the order of `labelNames` */
  seriesOf(values: readonly LabelValue[]): DurationSeries<Label> {
    let found: SeriesMap<Label> | DurationSeries<Label> | undefined = this.first
    for (const value of values) if (found instanceof Map) found = found.get(value)
    return found instanceof DurationSeries ? found : this.addSeries(values)
  }

  private addSeries(values: readonly LabelValue[]): DurationSeries<Label> {
    // An empty value is the absence of a label.
    const named = this.inOrder
      .map((label, index) => [label, values[index]] as const)
      .filter(([, value]) => value !== '')
    const added = new DurationSeries(Object.fromEntries(named) as LabelValues<Label>, this.bounds)
    this.series.push(added)
    let place = this.first
    for (const value of values.slice(0, -1)) {
      const below = place.get(value) ?? new Map()
      place.set(value, below)
      place = below as SeriesMap<Label>
    }
    place.set(values.at(-1) ?? '', added)
    return added
  }

  override async get(): Promise<MetricObjectWithValues<HistogramValue<Label>>> {
    const described = await super.get()
    return { ...described, values: this.series.flatMap((each) => each.values(described.name)) }
  }
}
