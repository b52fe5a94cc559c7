/**
 * Joins the areas of the guardrail platform over the service's shared parts.
 *
 * Promises: no rule stands here; each area's own file says what it promises.
 */

import type { PlatformSettings } from '../../config/platform'
import type { Bus } from '../../messaging/bus'
import { answeringWhenAway } from '../rulesets/store-away'
import type { SharedParts } from '../shared-parts'
import { createClientGate } from './create-client-gate'
import { createFrames } from './create-frames'
import { createResponseStream } from './create-response-stream'
import { createReviewQueue } from './create-review-queue'
import { createServiceAccounts } from './create-service-accounts'
import { createTargets } from './create-targets'
import type { Platform } from './platform'
import { timeOrderedId } from './time-ordered-id'

export interface PlatformParts {
  readonly bus: Bus
  readonly settings: PlatformSettings
  /** For what goes wrong beside every call; the log. */
  readonly reportTrouble: (error: unknown) => void
}

export function createPlatform(
  { parts, named }: SharedParts,
  { bus, settings, reportTrouble }: PlatformParts,
): Platform {
  const { store, newId, randomBytes, publicUrl, authSecret, budgets } = parts
  const now = () => new Date(parts.now())
  const frames = createFrames({
    ...{ store, bus, now, reportTrouble },
    newId: () => timeOrderedId(parts.now(), randomBytes(10)),
    limits: { waiting_frames: budgets.waiting_frames },
  })
  return {
    gate: answeringWhenAway(
      createClientGate({
        ...{ store, now, randomBytes, publicUrl, authSecret },
        clientAuth: settings.clientAuth,
        identityProvider: settings.identityProvider,
      }),
    ),
    accounts: answeringWhenAway(createServiceAccounts({ store, now, newId, randomBytes })),
    targets: answeringWhenAway(createTargets({ store, changesOf: named.changesOf, limits: budgets, now, newId })),
    frames: answeringWhenAway(frames),
    reviews: answeringWhenAway(createReviewQueue({ store, bus, now })),
    stream: createResponseStream({ frames, bus, now, after: parts.after, reportTrouble }),
  }
}
