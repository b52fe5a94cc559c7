/**
 * How subjects, streams and the consumer of the bus are called on NATS.
 *
 * Promises: two namespaces share nothing; in the namespace `touchstone` the subjects are those of api/bus-subjects.ts.
 */
import { DEAD_LETTERS, FRAMES, RESPONSES, subjectToken } from '../../api/bus-subjects'

export const DEFAULT_NAMESPACE = 'touchstone'

export interface BusNames {
  readonly streams: { readonly [K in 'frames' | 'responses' | 'deadLetters' | 'failures']: string }
  /** Durable, shared by every worker. */
  readonly consumer: string
  /** Wildcards of everything that has such a subject. */
  readonly everyFrame: string
  readonly everyResponse: string
  readonly everyFailure: string
  /** Where it is counted how often the handling of a message failed. */
  failureSubject(messageId: string): string
  /** A subject of ours as it is called on the wire. */
  toWire(subject: string): string
  fromWire(subject: string): string
}

/** @param namespace letters, digits, `_` and `-` */
export function busNames(namespace: string): BusNames {
  const prefix = namespace.toUpperCase()
  const toWire = (subject: string) => namespace + subject.slice(subject.indexOf('.'))
  return {
    streams: {
      frames: `${prefix}_FRAMES`,
      responses: `${prefix}_RESPONSES`,
      deadLetters: `${prefix}_DEAD_LETTERS`,
      failures: `${prefix}_FAILURES`,
    },
    consumer: 'evaluators',
    everyFrame: toWire(`${FRAMES}.>`),
    everyResponse: toWire(`${RESPONSES}.>`),
    everyFailure: `${namespace}.failures.*`,
    failureSubject: (messageId) => `${namespace}.failures.${subjectToken(messageId)}`,
    toWire,
    fromWire: (subject) => DEFAULT_NAMESPACE + subject.slice(subject.indexOf('.')),
  }
}

/** A subject of `api/bus-subjects.ts`. */
export function isOurs(subject: string): boolean {
  return [FRAMES, RESPONSES].some((parent) => subject.startsWith(`${parent}.`)) || subject === DEAD_LETTERS
}
