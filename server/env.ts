/**
 * The server's configuration, read once from the environment.
 *
 * Promises: every variable has its documented default (`.env.example`), and every wrong one is reported by name, all of
 * them at once. Trusts nothing; what it returns may be trusted everywhere.
 */
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_BIND_LIMITS } from './engine/bind/bind-limits'
import { DEFAULT_LANGUAGE_LIMITS } from './language/limits'

/** Complexity budgets by their names on the wire (service.md, "Budgets"); set by BUDGET_ and the name in capitals. */
export const DEFAULT_BUDGETS = {
  body_bytes: 1_048_576,
  ...DEFAULT_LANGUAGE_LIMITS,
  ...DEFAULT_BIND_LIMITS,
  approver_chars: 200,
  note_chars: 2_000,
  attribution_chars: 500,
  name_chars: 128,
  namespace_bytes: 256 * 1_024 * 1_024,
  frame_bytes: 1_048_576,
  /** Of one group. */
  waiting_frames: 100_000,
  evaluation_steps: 50_000_000,
  solver_steps: 200_000,
  solver_memory_mb: 512,
}

export type BudgetName = keyof typeof DEFAULT_BUDGETS
export type Budgets = Readonly<Record<BudgetName, number>>

/** Addresses of a network, in the form of node:net's BlockList.addSubnet. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

export interface Settings {
  /** 0 lets the system choose one. */
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  /** Null: made and kept in `dataDir` (server/store/auth-secret.ts). */
  readonly authSecret: string | null
  /** Null: made and kept in `dataDir` (server/store/signing-key-files.ts). */
  readonly signingKeys: { readonly statement: string | null; readonly checkpoint: string | null }
  /** Address of this deployment as its users see it, without a final slash. */
  readonly publicUrl: string
  /** Address of the documentation, without a final slash. */
  readonly docsUrl: string
  readonly credentials: 'required' | 'none'
  readonly evaluation: {
    readonly callsPerDay: number
    readonly callsTotal: number
    readonly ttlDays: number
    readonly issuedPerHour: number
  }
  /** Only these may tell the address of the caller. */
  readonly trustedProxies: readonly Network[]
  /** Where people may sign in beside passwords; null: nowhere else. */
  readonly provider: ProviderSettings | null
  /** Origins whose pages may call /mcp, beside our own and those of the reader's machine. */
  readonly mcpOrigins: readonly string[]
  readonly solverWorkers: number
  /** How long a call waits for a solver before ENGINE_BUSY, in milliseconds. */
  readonly solverWaitMs: number
  readonly role: DeploymentRole
  /** Null: the bus inside the database. */
  readonly busUrl: string | null
  /** Null: model-backed guardrails answer that none is configured. */
  readonly model: ModelSettings | null
  readonly platform: PlatformSettings
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly budgets: Budgets
}

/** What this process does: everything, pages and their calls, the API alone, or evaluation alone. */
export type DeploymentRole = (typeof ROLES)[number]

/** An OpenAI-compatible endpoint. */
export interface ModelSettings {
  /** Without a final slash, such as https://models.example.org/v1. */
  readonly baseUrl: string
  readonly name: string
  readonly apiKey: string | null
  /** How long one call may take. */
  readonly timeoutMs: number
}

export interface PlatformSettings {
  /** Whether the client endpoints demand a token. */
  readonly clientAuth: 'required' | 'none'
  /** An outside identity provider whose tokens open /api/v1; null: the embedded one. */
  readonly identityProvider: {
    readonly issuer: string
    /** Null: any. */
    readonly audience: string | null
    readonly groupsClaim: string
  } | null
  /** How long answers are kept. */
  readonly retentionMs: number
  /** Frames that an evaluator has in hand at one time. */
  readonly evaluatorConcurrency: number
}

/** An outside OpenID Connect provider. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** For people, as on the button. */
  readonly name: string
  /** Whom it may let in: see .env.example. */
  readonly joining: 'invited' | 'linked'
}

export interface EnvironmentProblem {
  readonly variable: string
  readonly problem: string
}

export type ParsedEnvironment =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly EnvironmentProblem[] }

const ROLES = ['all', 'web', 'api', 'evaluator'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Solvers are one per processor, up to a number whose memory (40 MB each) a small machine can spare. */
const MOST_DEFAULT_SOLVERS = 4
const HOUR_MS = 3_600_000
const BUDGET_PREFIX = 'BUDGET_'
/** Characters of AUTH_SECRET: 32 of Base64 hold 192 bits. */
const SHORTEST_SECRET = 32

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback)

const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>) =>
  z.enum(values, `must be one of ${values.join(', ')}`).default(fallback)

const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that begins with http:// or https:// and has no query')
  .transform((text) => text.replace(/\/+$/, ''))
  .optional()

const networks = z
  .string()
  .transform((text, context) => {
    const parts = text.split(',').map((part) => part.trim())
    return parts.flatMap((part) => {
      const network = parseNetwork(part)
      if (!network) context.addIssue(`"${part}" is neither an address nor a network such as 10.0.0.0/8`)
      return network ?? []
    })
  })
  .default([])

const origins = z
  .string()
  .transform((text, context) =>
    text.split(',').flatMap((part) => {
      const origin = part.trim()
      if (isWebAddress(origin) && new URL(origin).origin === origin) return origin
      context.addIssue(`"${origin}" is no origin such as https://app.example.org`)
      return []
    }),
  )
  .default([])

const VARIABLES = {
  PORT: wholeNumber(0, 65_535, 3_000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data/run'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseAddress, 'must be an address of the form postgresql://user:password@host:5432/database')
    .optional(),
  AUTH_SECRET: z.string().min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`).optional(),
  SIGNING_KEY_STATEMENT: z.string().optional(),
  SIGNING_KEY_CHECKPOINT: z.string().optional(),
  PUBLIC_URL: webAddress,
  DOCS_URL: webAddress,
  CREDENTIALS: oneOf(['required', 'none'], 'required'),
  EVALUATION_CALLS_PER_DAY: wholeNumber(0, 2_147_483_647, 100),
  EVALUATION_CALLS_TOTAL: wholeNumber(0, 2_147_483_647, 500),
  EVALUATION_TTL_DAYS: wholeNumber(1, 3_650, 14),
  EVALUATION_ISSUED_PER_HOUR: wholeNumber(0, 1_000_000, 10),
  OIDC_ISSUER: webAddress,
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'may have at most 60 characters').optional(),
  OIDC_JOIN: oneOf(['invited', 'linked'], 'invited'),
  TRUSTED_PROXIES: networks,
  MCP_ORIGINS: origins,
  SOLVER_WORKERS: wholeNumber(1, 256, Math.min(availableParallelism(), MOST_DEFAULT_SOLVERS)),
  SOLVER_WAIT_MS: wholeNumber(0, 600_000, 2_000),
  ROLE: oneOf(ROLES, 'all'),
  BUS_URL: z
    .string()
    .refine(isBusAddress, 'must be an address of the form nats://host:4222, several separated by commas')
    .optional(),
  MODEL_BASE_URL: webAddress,
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_TIMEOUT_MS: wholeNumber(1, 3_600_000, 60_000),
  CLIENT_AUTH: oneOf(['required', 'none'], 'required'),
  IDP_ISSUER: webAddress,
  IDP_AUDIENCE: z.string().optional(),
  IDP_GROUPS_CLAIM: z.string().default('groups'),
  FRAME_RETENTION_HOURS: wholeNumber(1, 87_600, 24),
  EVALUATOR_CONCURRENCY: wholeNumber(1, 10_000, 256),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
}

/** Every variable that is read: those above, and one for each budget. */
export const VARIABLE_NAMES: readonly string[] = [
  ...Object.keys(VARIABLES),
  ...Object.keys(DEFAULT_BUDGETS).map(budgetVariable),
]

/** Reads the settings. An empty variable counts as unset. */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): ParsedEnvironment {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const variables = z.object(VARIABLES).safeParse(given)
  const budgets = parseBudgets(given)
  const problems = [
    ...(variables.success ? togetherProblems(variables.data) : problemsOf(variables.error)),
    ...budgets.problems,
  ]
  if (!variables.success || problems.length > 0) return { ok: false, problems }
  return { ok: true, settings: toSettings(variables.data, budgets.values) }
}

/** What to print when the server refuses to start. */
export function describeProblems(problems: readonly EnvironmentProblem[]): string {
  const lines = problems.map(({ variable, problem }) => `  ${variable} ${problem}`)
  return ['The configuration is wrong (.env.example describes every variable):', ...lines].join('\n')
}

function toSettings(read: z.output<z.ZodObject<typeof VARIABLES>>, budgets: Budgets): Settings {
  const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL ?? null,
    authSecret: read.AUTH_SECRET ?? null,
    signingKeys: { statement: read.SIGNING_KEY_STATEMENT ?? null, checkpoint: read.SIGNING_KEY_CHECKPOINT ?? null },
    publicUrl,
    docsUrl: read.DOCS_URL ?? `${publicUrl}/docs`,
    credentials: read.CREDENTIALS,
    evaluation: {
      callsPerDay: read.EVALUATION_CALLS_PER_DAY,
      callsTotal: read.EVALUATION_CALLS_TOTAL,
      ttlDays: read.EVALUATION_TTL_DAYS,
      issuedPerHour: read.EVALUATION_ISSUED_PER_HOUR,
    },
    trustedProxies: read.TRUSTED_PROXIES,
    provider: providerOf(read),
    mcpOrigins: read.MCP_ORIGINS,
    solverWorkers: read.SOLVER_WORKERS,
    solverWaitMs: read.SOLVER_WAIT_MS,
    role: read.ROLE,
    busUrl: read.BUS_URL ?? null,
    model: modelOf(read),
    platform: {
      clientAuth: read.CLIENT_AUTH,
      identityProvider:
        read.IDP_ISSUER === undefined
          ? null
          : { issuer: read.IDP_ISSUER, audience: read.IDP_AUDIENCE ?? null, groupsClaim: read.IDP_GROUPS_CLAIM },
      retentionMs: read.FRAME_RETENTION_HOURS * HOUR_MS,
      evaluatorConcurrency: read.EVALUATOR_CONCURRENCY,
    },
    logLevel: read.LOG_LEVEL,
    budgets,
  }
}

type ReadVariables = z.output<z.ZodObject<typeof VARIABLES>>

function togetherProblems(read: ReadVariables): EnvironmentProblem[] {
  return [...providerProblems(read), ...modelProblems(read), ...roleProblems(read)]
}

/** The embedded database serves one process. */
function roleProblems({ ROLE, DATABASE_URL }: ReadVariables): EnvironmentProblem[] {
  if (ROLE === 'all' || DATABASE_URL !== undefined) return []
  return [
    {
      variable: 'ROLE',
      problem: 'must be all where DATABASE_URL is not set: the embedded database serves one process',
    },
  ]
}

/** The provider's variables are given together or not at all. */
function providerProblems(read: ReadVariables): EnvironmentProblem[] {
  const together = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  if (together.every((variable) => read[variable] === undefined)) return []
  return together.flatMap((variable) =>
    read[variable] === undefined
      ? { variable, problem: `must be set beside the others of ${together.join(', ')}` }
      : [],
  )
}

/** An endpoint without a model's name says too little, and a name without an endpoint too. */
function modelProblems({ MODEL_BASE_URL, MODEL_NAME }: ReadVariables): EnvironmentProblem[] {
  if ((MODEL_BASE_URL === undefined) === (MODEL_NAME === undefined)) return []
  return MODEL_NAME === undefined
    ? [{ variable: 'MODEL_NAME', problem: 'must be set beside MODEL_BASE_URL' }]
    : [{ variable: 'MODEL_BASE_URL', problem: 'must be set beside MODEL_NAME' }]
}

function modelOf({ MODEL_BASE_URL: baseUrl, MODEL_NAME: name, ...read }: ReadVariables): ModelSettings | null {
  if (baseUrl === undefined || name === undefined) return null
  return { baseUrl, name, apiKey: read.MODEL_API_KEY ?? null, timeoutMs: read.MODEL_TIMEOUT_MS }
}

function providerOf(read: ReadVariables): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return { issuer, clientId, clientSecret, name: read.OIDC_NAME ?? new URL(issuer).host, joining: read.OIDC_JOIN }
}

function parseBudgets(given: Record<string, string | undefined>): { values: Budgets; problems: EnvironmentProblem[] } {
  const values = { ...DEFAULT_BUDGETS }
  const problems: EnvironmentProblem[] = []
  for (const [variable, text] of Object.entries(given)) {
    if (!variable.startsWith(BUDGET_PREFIX)) continue
    const name = variable.slice(BUDGET_PREFIX.length).toLowerCase()
    if (!isBudgetName(name) || variable !== budgetVariable(name)) {
      problems.push({ variable, problem: `is no budget; the budgets are ${Object.keys(values).join(', ')}` })
      continue
    }
    const number = wholeNumber(1, Number.MAX_SAFE_INTEGER, values[name]).safeParse(text)
    if (number.success) values[name] = number.data
    else problems.push(...number.error.issues.map(({ message }) => ({ variable, problem: message })))
  }
  return { values, problems }
}

function budgetVariable(name: string): string {
  return BUDGET_PREFIX + name.toUpperCase()
}

function isBudgetName(name: string): name is BudgetName {
  return Object.hasOwn(DEFAULT_BUDGETS, name)
}

function problemsOf(error: z.ZodError): EnvironmentProblem[] {
  return error.issues.map(({ path, message }) => ({ variable: String(path[0]), problem: message }))
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && search === '' && hash === ''
}

function isBusAddress(text: string): boolean {
  return text
    .split(',')
    .every((part) => URL.canParse(part.trim()) && /^(nats|tls):$/.test(new URL(part.trim()).protocol))
}

function isDatabaseAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}

function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return null
  const most = version === 4 ? 32 : 128
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)) return null
  return { address, prefix: Number(prefix ?? most), family: version === 4 ? 'ipv4' : 'ipv6' }
}
