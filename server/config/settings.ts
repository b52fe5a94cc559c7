/** What the environment says: the settings of all areas, as every step of the start is given them. */
import type { Budgets } from './budgets'
import type { CredentialSettings } from './credentials'
import type { DeploymentSettings } from './deployment'
import type { ModelSettings } from './model'
import type { PlatformSettings } from './platform'
import type { ServerSettings } from './server'
import type { ProviderSettings } from './sign-in'
import type { SolverSettings } from './solver'

export interface Settings extends ServerSettings, DeploymentSettings, CredentialSettings, SolverSettings {
  /** Where people may sign in beside passwords; null: nowhere else. */
  readonly provider: ProviderSettings | null
  /** Null: model-backed guardrails answer that none is configured. */
  readonly model: ModelSettings | null
  readonly platform: PlatformSettings
  readonly budgets: Budgets
}
