/**
 * Runs in every page before its components and makes the schema library interpret schemas, because the policy of pages
 * forbids `eval`.
 * This is the effect of `z.config({ jitless: true })`, without the 8 kB that importing the function would add to the
 * first scripts of every page. If a release reads another name, the journeys fail on a breach of the policy.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
