/**
 * A Prometheus histogram that finds the series of a request by one text. The histogram of prom-client checks, sorts and
 * joins the labels of every observation, which costs more than everything else that is counted of a request.
 */
import { Histogram, type HistogramConfiguration, type LabelValues, type MetricObjectWithValues } from 'prom-client'

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

export class DurationHistogram<Label extends string> extends Histogram<Label> {
  private readonly series = new Map<string, DurationSeries<Label>>()
  private readonly bounds: readonly number[]

  /** @param configuration with `buckets` in seconds, in ascending order */
  constructor(configuration: HistogramConfiguration<Label> & { readonly buckets: number[] }) {
    super(configuration)
    this.bounds = [...configuration.buckets]
  }

  /** @param key made of the values of the labels; undefined if nothing was observed with them */
  seriesOf(key: string): DurationSeries<Label> | undefined {
    return this.series.get(key)
  }

  addSeries(key: string, labels: LabelValues<Label>): DurationSeries<Label> {
    const added = new DurationSeries(labels, this.bounds)
    this.series.set(key, added)
    return added
  }

  override async get(): Promise<MetricObjectWithValues<HistogramValue<Label>>> {
    const described = await super.get()
    return { ...described, values: [...this.series.values()].flatMap((each) => each.values(described.name)) }
  }
}
