/** V15: secure coding and architecture. */
import { OWN_TEST, type Requirement, shown, shownWhere } from '../requirement'

export const ARCHITECTURE: readonly Requirement[] = [
  shown('15.1.1', 1, 'A document says how soon vulnerable packages are replaced', OWN_TEST),
  shown(
    '15.1.2',
    2,
    'All packages are listed in a bill of materials',
    'server/cli/release/release-contents.test.ts > are listed with their licenses, each once',
    OWN_TEST,
  ),
  shown('15.1.3', 2, 'A document names what is costly and how it is bounded', OWN_TEST),
  shownWhere(
    'At each release, where the registry answers npm audit; where it does not, the release says that nothing was audited.',
    '15.2.1',
    1,
    'No package is older than the document allows',
    'server/cli/release/judge-audit.test.ts > is clean only if the registry answered and names nothing',
    'server/cli/release/judge-audit.test.ts > names every vulnerable package',
  ),
  shown(
    '15.2.2',
    2,
    'Costly work cannot make the product unavailable',
    'server/testing/golden/limits.test.ts > a busy engine answers 503 with when to come again, and calls that need no solver pass',
    'server/testing/server-life.test.ts > recovers when a solver worker is at its limits and when the database process is killed',
    'server/services/models/concurrency-limit.test.ts > are never more than the settings allow, and use every slot',
  ),
  shown(
    '15.2.3',
    2,
    'Production contains nothing that only development needs',
    'server/testing/compose.test.ts > runs as an ordinary user, installs nothing, and holds no packages for development',
    'server/testing/layers.test.ts > product code never imports test support',
  ),
  shown('15.3.1', 1, 'Answers hold the members that their schema names only', OWN_TEST),
  shown('15.3.2', 2, 'Calls to outside addresses follow no redirects', OWN_TEST),
  shown('15.3.3', 2, 'Members that a request may not set are refused or ignored', OWN_TEST),
  shown(
    '15.3.4',
    2,
    'The caller’s address comes from trusted proxies and is used throughout',
    'server/http/requests/address-key.test.ts > believes a header only from a trusted proxy, hop by hop',
    'server/http/requests/address-key.test.ts > counts IPv6 by /64 and mapped IPv4 as IPv4',
  ),
  shown('15.3.5', 2, 'Types are checked and compared strictly', OWN_TEST),
  shown(
    '15.3.6',
    2,
    'No input can change the prototype of objects',
    'server/language/numeric/lossless-json.test.ts > takes __proto__ as an ordinary key',
    'server/engine/claims/hostile-dictionaries.test.ts > names of the prototype > %s is a claim as any other',
  ),
  shown(
    '15.3.7',
    2,
    'A parameter that comes twice is refused or read from one place',
    OWN_TEST,
    'server/http/guardrail-client/send-handler.test.ts > names exactly one target, once',
    'server/http/oauth/service-tokens.test.ts > refuses a member that is sent twice, a body that is not a form, another method, and a body that never ends',
  ),
]
