/** The settings of the namespace as the server gives them to pages, and the name under which they are stored there. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/doors/trpc/router'

export type NamespaceSettings = inferRouterOutputs<AppRouter>['settings']['read']

export const SETTINGS_KEY = ['settings'] as const
