/** Why the server ends a stream, as numbers of the WebSocket protocol; the reason in words goes with each. */
export const CLOSE = {
  /** The process ends; another takes the connection. */
  goingAway: 1001,
  /** A bug of ours. */
  bug: 1011,
  /** The database is away. */
  tryAgain: 1013,
  /** A message that could not be read. */
  badMessage: 4400,
  /** No token that holds, or no longer. */
  token: 4401,
  /** Nobody reads, or nobody subscribed. */
  idle: 4408,
  /** More subscriptions or sockets than are allowed. */
  tooMany: 4429,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]
