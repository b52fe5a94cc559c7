/** What the environment says: the settings of all areas, as every step of the start is given them. */

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

export interface Settings
  extends ServerSettings,
    DeploymentSettings,
    CredentialSettings,
    SolverSettings,
    ProcessSettings,
    ObservabilitySettings {
  /** Where people may sign in beside passwords; null: nowhere else. */
  readonly provider: ProviderSettings | null
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null
  /** Null: model-backed guardrails answer that none is configured. */
  readonly model: ModelSettings | null
  readonly platform: PlatformSettings
  readonly budgets: Budgets
}

/** Every variable that is read. */
export const VARIABLE_NAMES: readonly string[] = [
  ...[SERVER_VARIABLES, DEPLOYMENT_VARIABLES, CREDENTIAL_VARIABLES, SIGN_IN_VARIABLES, MAIL_VARIABLES].flatMap(
    Object.keys,
  ),
  ...[PROCESS_VARIABLES, SOLVER_VARIABLES, MODEL_VARIABLES, PLATFORM_VARIABLES, OBSERVABILITY_VARIABLES].flatMap(
    Object.keys,
  ),
  ...BUDGET_VARIABLES,
]

export type ParsedEnvironment = AreaReading<Settings>

/**
 * The server's configuration, read once from the environment.
 *
 * Promises: every variable has its documented default (`.env.example`), and every wrong one is reported by name, all of
 * them at once. Trusts nothing; what it returns may be trusted everywhere.
 * Reads the settings. An empty variable counts as unset.
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
    model,
    platform,
    budgets,
    observability,
  ]
  const problems = areas.flatMap((area) => (area.ok ? [] : area.problems))
  // Named one by one, so that each is known to be right below.
  if (!(server.ok && deployment.ok && credentials.ok && processes.ok && solver.ok)) return { ok: false, problems }
  if (!(signIn.ok && mail.ok && model.ok && platform.ok && budgets.ok && observability.ok))
    return { ok: false, problems }
  return {
    ok: true,
    settings: {
      ...server.settings,
      ...deployment.settings,
      ...credentials.settings,
      ...processes.settings,
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

/** What to print when the server refuses to start. */
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
