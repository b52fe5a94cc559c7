import { availableParallelism } from 'node:os'
import { z } from 'zod'
import {
  type AreaReading,
  type GivenVariables,
  type Network,
  networks,
  oneOf,
  origins,
  readArea,
  webAddress,
  wholeNumber,
} from './variables'

export interface ServerSettings {
  /** 0 lets the system choose. */
  readonly port: number
  readonly host: string
  /** For users, without a final slash. */
  readonly publicUrl: string
  /** Null if `publicUrl` comes from the port, so that others may not reach it. */
  readonly configuredUrl: string | null
  /** Without a final slash. */
  readonly docsUrl: string
  /** Only these may report the caller's address. */
  readonly trustedProxies: readonly Network[]
  /** Origins that may call /mcp, besides the deployment's own and those of the reader's machine. */
  readonly mcpOrigins: readonly string[]
  /** Origins that may call /v1, without cookies. */
  readonly corsOrigins: readonly string[]
  /** `mailto:` or `https:`; null for the page on security. */
  readonly securityContact: string | null
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Whether HTTPS is required for subdomains of `publicUrl` too. */
  readonly hstsSubdomains: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const SERVER_VARIABLES = {
  PORT: wholeNumber(0, 65_535, 3_000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress,
  DOCS_URL: webAddress,
  TRUSTED_PROXIES: networks,
  MCP_ORIGINS: origins,
  CORS_ORIGINS: origins,
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or an https: address')
    .optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
  HSTS_SUBDOMAINS: oneOf(['excluded', 'included'], 'excluded'),
}

export function readServer(given: GivenVariables): AreaReading<ServerSettings> {
  return readArea(SERVER_VARIABLES, given, (read) => {
    const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`
    return {
      ok: true,
      settings: {
        port: read.PORT,
        host: read.HOST,
        publicUrl,
        configuredUrl: read.PUBLIC_URL ?? null,
        docsUrl: read.DOCS_URL ?? `${publicUrl}/docs`,
        trustedProxies: read.TRUSTED_PROXIES,
        mcpOrigins: read.MCP_ORIGINS,
        corsOrigins: read.CORS_ORIGINS,
        securityContact: read.SECURITY_CONTACT ?? null,
        logLevel: read.LOG_LEVEL,
        hstsSubdomains: read.HSTS_SUBDOMAINS === 'included',
      },
    }
  })
}

export interface SolverSettings {
  readonly solverWorkers: number
  /** How long a call waits for a solver before ENGINE_BUSY. */
  readonly solverWaitMs: number
  readonly engineWarmUp: boolean
}

/** Caps the default of one per processor, because each uses 40 MB. */
const MAX_DEFAULT_SOLVERS = 4

export const SOLVER_VARIABLES = {
  SOLVER_WORKERS: wholeNumber(1, 256, Math.min(availableParallelism(), MAX_DEFAULT_SOLVERS)),
  SOLVER_WAIT_MS: wholeNumber(0, 600_000, 2_000),
  ENGINE_WARM_UP: oneOf(['on', 'off'], 'on'),
}

export function readSolver(given: GivenVariables): AreaReading<SolverSettings> {
  return readArea(SOLVER_VARIABLES, given, (read) => ({
    ok: true,
    settings: {
      solverWorkers: read.SOLVER_WORKERS,
      solverWaitMs: read.SOLVER_WAIT_MS,
      engineWarmUp: read.ENGINE_WARM_UP === 'on',
    },
  }))
}
