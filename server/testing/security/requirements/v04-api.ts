import { doesNotApply, OWN_TEST, type Requirement, shown } from '../requirement'

export const API: readonly Requirement[] = [
  shown('4.1.1', 1, 'Every body has a content type that fits, with its character set', OWN_TEST),
  shown('4.1.2', 2, 'Interfaces never redirect plain requests to https', OWN_TEST),
  shown(
    '4.1.3',
    2,
    'Headers that proxies set are believed from trusted proxies only',
    OWN_TEST,
    'server/http/requests/address-key.test.ts > believes a header only from a trusted proxy, hop by hop',
    'server/http/oauth/registration.test.ts > names every endpoint under the public address, whatever a request says',
  ),
  shown(
    '4.2.1',
    2,
    'Where one request ends and the next begins is never in doubt',
    OWN_TEST,
    'server/testing/server-life.test.ts > answers bytes that are not HTTP with an envelope',
  ),
  doesNotApply(
    '4.3.1',
    2,
    'Nested queries of a query language are bounded in cost',
    'There is no GraphQL: every operation has a fixed request and a fixed answer, listed in /openapi.json.',
    { packages: /graphql|apollo|hasura/i, code: /graphql/i },
  ),
  doesNotApply(
    '4.3.2',
    2,
    'A query language does not describe itself in production',
    'Without a GraphQL endpoint there is no introspection; the contract is published on purpose as /openapi.json.',
    { packages: /graphql|apollo/i, code: /__schema|introspection/i },
  ),
  shown('4.4.1', 1, 'WebSockets of pages run over TLS wherever the page does', OWN_TEST),
  shown(
    '4.4.2',
    2,
    'A WebSocket that names a foreign origin needs a token',
    'server/http/websocket/stream-handler.test.ts > of a page of another origin are taken with a token, and refused without',
  ),
  shown(
    '4.4.3',
    2,
    'Streams are opened by dedicated tokens that end soon',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > opens the client endpoints for ten minutes, with no more than the roles of its person',
    'server/http/websocket/stream-handler.test.ts > comes when the token expires',
  ),
  shown(
    '4.4.4',
    2,
    'A page gets its stream token through its signed-in session',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > is for those who may send frames, as long as they may',
    'server/services/guardrails/machine-accounts/client-gate.test.ts > is over when its person signs out everywhere, or is disabled',
  ),
]
