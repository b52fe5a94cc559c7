import { gap, OWN_TEST, type Requirement, shown, shownWhere } from '../requirement'

export const DATA_PROTECTION: readonly Requirement[] = [
  shown('14.1.1', 2, 'A document names sensitive data and its classes', OWN_TEST),
  shown('14.1.2', 2, 'A document says how each class is protected', OWN_TEST),
  shownWhere(
    'For pages, and for programs that send the token of the stream in a header or a subprotocol; the contract still lets older ones put it into the address.',
    '14.2.1',
    1,
    'No address in use carries a secret',
    'server/http/websocket/stream-token.test.ts > finds the token in each of its places, and the same one in several',
    'server/http/every-answer.test.ts > the server prints no token, credential or secret',
  ),
  shown(
    '14.2.2',
    2,
    'Sensitive answers are not cached on their way',
    'server/http/every-answer.test.ts > {status} {method} {path}: is stored by no cache and rendered by no browser',
  ),
  shown('14.2.3', 2, 'Pages send nothing to other parties', OWN_TEST),
  shown(
    '14.2.4',
    2,
    'Each class is protected as its document says',
    'server/http/oauth/tokens.test.ts > is neither a token nor a code nor a credential, in the database and in the log',
    'server/services/vocabulary/labels.test.ts > is nowhere afterwards: in no row of the database and in no file of the data directory',
    'server/services/guardrails/targets/target-log.test.ts > each change leaves one entry: who, what, which version, and no text that is long or private',
  ),
  gap(
    '14.3.1',
    1,
    'Data of a session leaves the browser when it ends',
    'Drafts stay in the browser after log-out, so that work survives the end of a session; a shared computer needs a profile of its own for each person.',
  ),
  shown(
    '14.3.2',
    2,
    'Browsers do not cache sensitive answers',
    'server/http/every-answer.test.ts > {status} {method} {path}: is stored by no cache and rendered by no browser',
    'server/http/every-answer.test.ts > what is the same for every caller may be stored by caches',
  ),
  gap(
    '14.3.3',
    2,
    'Browsers store no sensitive data beside the session',
    'Drafts of rulesets and of claims are stored in the browser, so that work survives a reload.',
  ),
]
