/** Problem details (RFC 9457) of the main REST API, by status. `type` is the address of a paragraph of the guide. */
export interface ProblemEntry {
  readonly title: string
  /** For the OpenAPI document. */
  readonly meaning: string
}

export const PROBLEMS = {
  400: {
    title: 'Bad request',
    meaning: 'A header, the query or the body does not have the shape of the contract; `errors` names every field.',
  },
  401: { title: 'No valid token', meaning: 'There is no access token, or it is not valid.' },
  403: {
    title: 'Not allowed',
    meaning: 'The active group is not one of the token, or the group may not do this.',
  },
  404: { title: 'Not found', meaning: 'The active group has nothing of this id or trace id.' },
  405: {
    title: 'Method not allowed',
    meaning: '`Allow` lists the methods of the path.',
  },
  409: {
    title: 'Conflict',
    meaning: 'The name is taken, or something else needs what was to be removed.',
  },
  412: { title: 'Version moved', meaning: 'It was changed since the version that `If-Match` names.' },
  413: {
    title: 'Budget exceeded',
    meaning: 'The body is too large, or the group has as many of the kind as it may; `budget` and `limit` say which.',
  },
  415: { title: 'Not JSON', meaning: 'The content type is not JSON, or the body is compressed.' },
  422: { title: 'Key reused', meaning: 'The `Idempotency-Key` came with another request in the last 24 hours.' },
  428: { title: 'If-Match demanded', meaning: 'A change must name its version.' },
  500: { title: 'Server error', meaning: 'A bug was met; `request_id` quotes its entry in the log.' },
  503: {
    title: 'Unavailable',
    meaning: 'The database does not answer at the moment; `Retry-After` says when to try again.',
  },
} as const satisfies Record<number, ProblemEntry>

export type ProblemStatus = keyof typeof PROBLEMS

/** An unlisted status has the title of a bad request. */
export function problemOf(status: number): {
  readonly status: number
  readonly title: string
  readonly anchor: string
} {
  const entry: ProblemEntry = Object.hasOwn(PROBLEMS, status) ? PROBLEMS[status as ProblemStatus] : PROBLEMS[400]
  return { status, title: entry.title, anchor: entry.title.toLowerCase().replaceAll(' ', '-') }
}
