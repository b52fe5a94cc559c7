import { OWN_TEST, type Requirement, shown } from '../requirement'

export const TOKENS: readonly Requirement[] = [
  shown(
    '9.1.1',
    1,
    'Signatures of tokens are verified before their content counts',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > opens nothing, wherever a right one is changed by as little as a bit',
    'server/services/guardrails/machine-accounts/outside-provider.test.ts > with a key that the provider does not publish, with a shared secret, or without a key',
  ),
  shown(
    '9.1.2',
    1,
    'Only listed algorithms sign tokens, and none is no algorithm',
    OWN_TEST,
    'server/services/guardrails/machine-accounts/outside-provider.test.ts > with a key that the provider does not publish, with a shared secret, or without a key',
  ),
  shown('9.1.3', 1, 'A token cannot name the key that verifies it', OWN_TEST),
  shown(
    '9.2.1',
    1,
    'A token counts only between its times',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > ends after its hour, even if it was known before',
    'server/services/guardrails/machine-accounts/outside-provider.test.ts > but the clocks of both may differ by seconds',
  ),
  shown(
    '9.2.2',
    2,
    'A token of one kind is not taken for another kind',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > opens nothing: what our key signed for another purpose, or for an account in another form',
    'server/http/oauth/tokens.test.ts > are not credentials, and credentials are not access tokens',
  ),
  shown(
    '9.2.3',
    2,
    'A token for another service is refused',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > opens nothing: another deployment of another secret, or at another address',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > of the exchange opens only the client endpoints',
    'server/http/oauth/tokens.test.ts > are valid for this resource only',
  ),
  shown(
    '9.2.4',
    2,
    'Tokens of one key name whom they are meant for',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > is a JWT that anybody verifies with the published keys, and says for whom it is',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > of the exchange opens only the client endpoints',
  ),
]
