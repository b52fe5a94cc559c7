import { resolve } from 'node:path'
import { z } from 'zod'
import { type AreaReading, type GivenVariables, oneOf, readArea, wholeNumber } from './variables'

export interface DeploymentSettings {
  readonly role: DeploymentRole
  /** An absolute path. */
  readonly dataDir: string
  /** Null for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  /** For the role that owns the tables; null if the database is embedded or only `databaseUrl` is known. */
  readonly databaseOwnerUrl: string | null
  /** Below this free space, the process is not ready. */
  readonly diskMinFreeMb: number
  /** Null for the bus inside the database. */
  readonly busUrl: string | null
  /** Null if it is generated in `dataDir` (server/database/access/auth-secret.ts). */
  readonly authSecret: string | null
  /** Null if they are generated in `dataDir` (server/database/signing/signing-key-files.ts). */
  readonly signingKeys: { readonly statement: string | null; readonly checkpoint: string | null }
  /** An absolute path; null if no witness cosigns the logs. */
  readonly witnessPolicy: string | null
}

/** `web` serves pages and their calls, `api` only the API. */
export type DeploymentRole = (typeof ROLES)[number]

export function servesPages(role: DeploymentRole): boolean {
  return role === 'all' || role === 'web'
}

const ROLES = ['all', 'web', 'api', 'evaluator'] as const
/** 32 characters of Base64 have 192 bits. */
const MIN_SECRET_CHARS = 32

export const DEPLOYMENT_VARIABLES = {
  ROLE: oneOf(ROLES, 'all'),
  DATA_DIR: z.string().default('.data/run'),
  DATABASE_URL: databaseAddress(),
  DATABASE_OWNER_URL: databaseAddress(),
  DISK_MIN_FREE_MB: wholeNumber(0, 1_000_000, 100),
  BUS_URL: z
    .string()
    .refine(isBusAddress, 'must be an address of the form nats://host:4222, several separated by commas')
    .optional(),
  AUTH_SECRET: z.string().min(MIN_SECRET_CHARS, `must have at least ${MIN_SECRET_CHARS} characters`).optional(),
  SIGNING_KEY_STATEMENT: z.string().optional(),
  SIGNING_KEY_CHECKPOINT: z.string().optional(),
  WITNESS_POLICY: z.string().optional(),
}

export function readDeployment(given: GivenVariables): AreaReading<DeploymentSettings> {
  return readArea(DEPLOYMENT_VARIABLES, given, (read) => {
    if (read.ROLE !== 'all' && read.DATABASE_URL === undefined) return { ok: false, problems: [ALONE] }
    if (read.DATABASE_OWNER_URL !== undefined && read.DATABASE_URL === undefined)
      return { ok: false, problems: [OWNER_ALONE] }
    return {
      ok: true,
      settings: {
        role: read.ROLE,
        dataDir: resolve(read.DATA_DIR),
        databaseUrl: read.DATABASE_URL ?? null,
        databaseOwnerUrl: read.DATABASE_OWNER_URL ?? null,
        diskMinFreeMb: read.DISK_MIN_FREE_MB,
        busUrl: read.BUS_URL ?? null,
        authSecret: read.AUTH_SECRET ?? null,
        signingKeys: { statement: read.SIGNING_KEY_STATEMENT ?? null, checkpoint: read.SIGNING_KEY_CHECKPOINT ?? null },
        witnessPolicy: read.WITNESS_POLICY === undefined ? null : resolve(read.WITNESS_POLICY),
      },
    }
  })
}

const ALONE = {
  variable: 'ROLE',
  problem: 'must be all if DATABASE_URL is not set: the embedded database serves one process',
}

const OWNER_ALONE = {
  variable: 'DATABASE_OWNER_URL',
  problem: 'needs DATABASE_URL too, the address of the role that the server uses',
}

function databaseAddress() {
  return z
    .string()
    .refine(isDatabaseAddress, 'must be an address of the form postgresql://user:password@host:5432/database')
    .optional()
}

function isBusAddress(text: string): boolean {
  return text
    .split(',')
    .every((part) => URL.canParse(part.trim()) && /^(nats|tls):$/.test(new URL(part.trim()).protocol))
}

function isDatabaseAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}
