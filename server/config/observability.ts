import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea, webAddress, wholeNumber } from './variables'

export interface MetricsSettings {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Without a token, everyone who reaches the port may read. */
  readonly token: string | null
}

export interface TracesSettings {
  /** The collector's address without a final slash; traces go to `/v1/traces` below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: TraceSampler
}

/** Which traces are recorded. */
export interface TraceSampler {
  /** Whether a caller's decision is followed, if the caller sends one. */
  readonly parentBased: boolean
  /** The share of the other traces, from 0 to 1. */
  readonly ratio: number
}

export interface ObservabilitySettings {
  readonly metrics: MetricsSettings | null
  readonly traces: TracesSettings | null
}

/** The samplers of OpenTelemetry that need no further service. */
const SAMPLERS = {
  always_on: { parentBased: false, ratio: 1 },
  always_off: { parentBased: false, ratio: 0 },
  traceidratio: { parentBased: false, ratio: null },
  parentbased_always_on: { parentBased: true, ratio: 1 },
  parentbased_always_off: { parentBased: true, ratio: 0 },
  parentbased_traceidratio: { parentBased: true, ratio: null },
} as const
type SamplerName = keyof typeof SAMPLERS
/** Used if neither the sampler nor its argument is set (decisions/074). */
const DEFAULT_RATIO = 0.01

/** In characters. */
const MIN_TOKEN_CHARS = 16
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

const headers = z
  .string()
  .transform((text, context) => {
    const pairs = text.split(',').flatMap((part): [string, string][] => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9a-zA-Z-]+)=([\x21-\x7e]+)\s*$/.exec(part) ?? []
      if (name !== undefined && value !== undefined) return [[name, value]]
      context.addIssue('must be pairs of the form name=value, separated by commas')
      return []
    })
    return Object.fromEntries(pairs)
  })
  .default({})

export const OBSERVABILITY_VARIABLES = {
  METRICS_PORT: wholeNumber(0, 65_535, 0).unwrap().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and no characters beyond ASCII')
    .min(MIN_TOKEN_CHARS, `must have at least ${MIN_TOKEN_CHARS} characters`)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: z.string().default('touchstone'),
  OTEL_TRACES_SAMPLER: z
    .enum(
      Object.keys(SAMPLERS) as [SamplerName, ...SamplerName[]],
      `must be one of ${Object.keys(SAMPLERS).join(', ')}`,
    )
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1, for example 0.01 for one trace in a hundred')
    .transform(Number)
    .optional(),
}

export function readObservability(given: GivenVariables): AreaReading<ObservabilitySettings> {
  return readArea(OBSERVABILITY_VARIABLES, given, (read) => {
    const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token = null } = read
    if (port !== undefined && token === null && !LOOPBACK.test(host)) return { ok: false, problems: [OPEN_METRICS] }
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = read
    const sampler = samplerOf(read.OTEL_TRACES_SAMPLER, read.OTEL_TRACES_SAMPLER_ARG)
    const traces = { headers: read.OTEL_EXPORTER_OTLP_HEADERS, serviceName, sampler }
    return {
      ok: true,
      settings: {
        metrics: port === undefined ? null : { host, port, token },
        traces: endpoint === undefined ? null : { endpoint, ...traces },
      },
    }
  })
}

/** The argument counts only for the samplers by trace id, as OpenTelemetry specifies. */
function samplerOf(name: SamplerName | undefined, argument: number | undefined): TraceSampler {
  const { parentBased, ratio } = SAMPLERS[name ?? 'parentbased_traceidratio']
  return { parentBased, ratio: ratio ?? argument ?? (name === undefined ? DEFAULT_RATIO : 1) }
}

const OPEN_METRICS = {
  variable: 'METRICS_TOKEN',
  problem: 'must be set where METRICS_HOST is not an address of this machine alone, such as 127.0.0.1',
}
