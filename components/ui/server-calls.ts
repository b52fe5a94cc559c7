/** The pages' calls to the server. One client a browser. */
import { createTRPCClient, httpLink } from '@trpc/client'
import { UNATTENDED_HEADER } from '../../server/api/page-headers'
import type { AppRouter } from '../../server/http/trpc/router'
import { isUnattended } from './attendance'

const headers = () => (isUnattended() ? { [UNATTENDED_HEADER]: '1' } : {})

export const server = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc', headers })] })
