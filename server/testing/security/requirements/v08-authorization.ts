import { OWN_TEST, type Requirement, shown } from '../requirement'

export const AUTHORIZATION: readonly Requirement[] = [
  shown('8.1.1', 1, 'A document says who may call and see what', OWN_TEST),
  shown('8.1.2', 2, 'A document says which members of data are shown to whom', OWN_TEST),
  shown(
    '8.2.1',
    1,
    'Each function is open to those with its permission only',
    'server/services/calls/permissions.test.ts > %s asks before it looks at anything else',
    'server/services/calls/permissions.test.ts > /v1 %s asks for %s before it looks at anything else',
    'server/services/calls/permissions.test.ts > platform %s asks before it looks at anything else',
  ),
  shown(
    '8.2.2',
    1,
    'An identifier of another’s data opens nothing',
    OWN_TEST,
    'server/services/access/isolation.test.ts > no answer depends on what another namespace does, or holds anything of it',
    'server/services/guardrails/targets/targets.test.ts > targets of another group are not found > by any verb',
    'server/services/access/credential-service.test.ts > neither lists nor revokes what belongs to another namespace',
  ),
  shown(
    '8.2.3',
    2,
    'Members of data that a caller may not see or set stay closed',
    OWN_TEST,
    'server/services/guardrails/machine-accounts/service-accounts.test.ts > finds no account of another namespace by its id, and sees no secrets of a member from elsewhere',
  ),
  shown(
    '8.3.1',
    1,
    'Permissions are decided by the server, never by a page',
    'server/services/calls/permissions.test.ts > %s asks before it looks at anything else',
    'server/testing/layers.test.ts > every import goes in the direction that layers.ts allows',
  ),
  shown(
    '8.4.1',
    2,
    'Nothing that one namespace does reaches another',
    'server/services/access/isolation.test.ts > no answer depends on what another namespace does, or holds anything of it',
    'server/services/guardrails/group-isolation.test.ts > every client gets all answers of its groups exactly once for each subscription, and no others',
    'server/database/store.test.ts > opens nothing with a hash from another namespace',
  ),
]
