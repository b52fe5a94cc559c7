import {
  CREDENTIAL_VARIABLES,
  type CredentialSettings,
  type ProviderSettings,
  readCredentials,
  readSignIn,
  SIGN_IN_VARIABLES,
} from './access'
import { BUDGET_VARIABLES, type Budgets, readBudgets } from './budgets'
import { DEPLOYMENT_VARIABLES, type DeploymentSettings, readDeployment } from './deployment'
import { LOOKUP_VARIABLES, type LookupSettings, readLookupConnections } from './lookups'
import { MAIL_VARIABLES, type MailSettings, readMail } from './mail'
import { OBSERVABILITY_VARIABLES, type ObservabilitySettings, readObservability } from './observability'
import {
  MODEL_VARIABLES,
  type ModelSettings,
  PLATFORM_VARIABLES,
  type PlatformSettings,
  readModel,
  readPlatform,
} from './platform'
import { PROCESS_VARIABLES, type ProcessSettings, readProcesses } from './processes'
import {
  readServer,
  readSolver,
  SERVER_VARIABLES,
  type ServerSettings,
  SOLVER_VARIABLES,
  type SolverSettings,
} from './server'
import type { AreaReading, EnvironmentProblem, GivenVariables } from './variables'
import { readWebhooks, WEBHOOK_VARIABLES, type WebhookSettings } from './webhooks'

export interface Settings
  extends ServerSettings,
    DeploymentSettings,
    CredentialSettings,
    SolverSettings,
    ProcessSettings,
    WebhookSettings,
    LookupSettings,
    ObservabilitySettings {
  /** The sign-in provider besides passwords; null without one. */
  readonly provider: ProviderSettings | null
  /** Null if no mail is sent. */
  readonly mail: MailSettings | null
  /** Null without a model; model-backed guardrails then say so. */
  readonly model: ModelSettings | null
  readonly platform: PlatformSettings
  readonly budgets: Budgets
}

export const VARIABLE_NAMES: readonly string[] = [
  ...[SERVER_VARIABLES, DEPLOYMENT_VARIABLES, CREDENTIAL_VARIABLES, SIGN_IN_VARIABLES, MAIL_VARIABLES].flatMap(
    Object.keys,
  ),
  ...[
    WEBHOOK_VARIABLES,
    LOOKUP_VARIABLES,
    PROCESS_VARIABLES,
    SOLVER_VARIABLES,
    MODEL_VARIABLES,
    PLATFORM_VARIABLES,
    OBSERVABILITY_VARIABLES,
  ].flatMap(Object.keys),
  ...BUDGET_VARIABLES,
]

export type ParsedEnvironment = AreaReading<Settings>

/**
 * Reads the configuration from the environment. Every variable has its documented default (`.env.example`); an empty
 * one counts as unset. All wrong variables are reported at once, by name.
 */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): ParsedEnvironment {
  const given = givenIn(environment)
  const server = readServer(given)
  const deployment = readDeployment(given)
  const credentials = readCredentials(given)
  const processes = readProcesses(given)
  const solver = readSolver(given)
  const signIn = readSignIn(given)
  const mail = readMail(given)
  const webhooks = readWebhooks(given)
  const lookups = readLookupConnections(given)
  const model = readModel(given)
  const platform = readPlatform(given)
  const budgets = readBudgets(given)
  const observability = readObservability(given)
  const areas = [
    server,
    deployment,
    credentials,
    processes,
    solver,
    signIn,
    mail,
    webhooks,
    lookups,
    model,
    platform,
    budgets,
    observability,
  ]
  const problems = areas.flatMap((area) => (area.ok ? [] : area.problems))
  // Named one by one, so that TypeScript narrows each below.
  if (!(server.ok && deployment.ok && credentials.ok && processes.ok && solver.ok)) return { ok: false, problems }
  if (!lookups.ok) return { ok: false, problems }
  if (!(webhooks.ok && signIn.ok && mail.ok && model.ok && platform.ok && budgets.ok && observability.ok))
    return { ok: false, problems }
  return {
    ok: true,
    settings: {
      ...server.settings,
      ...deployment.settings,
      ...credentials.settings,
      ...processes.settings,
      ...webhooks.settings,
      ...lookups.settings,
      ...solver.settings,
      ...observability.settings,
      provider: signIn.settings,
      mail: mail.settings,
      model: model.settings,
      platform: platform.settings,
      budgets: budgets.settings,
    },
  }
}

export function describeProblems(problems: readonly EnvironmentProblem[]): string {
  const lines = problems.map(({ variable, problem }) => `  ${variable} ${problem}`)
  return ['The configuration is wrong (.env.example describes every variable):', ...lines].join('\n')
}

function givenIn(environment: Readonly<Record<string, string | undefined>>): GivenVariables {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([variable, value]) =>
      value === undefined || value.trim() === '' ? [] : [[variable, value]],
    ),
  )
}
