/** The pages' calls to the server. One client a browser. */
import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '../../server/doors/trpc/router'

export const server = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })
