/**
 * Runs in every page before its components: schemas are interpreted there, since the policy of pages forbids `eval`.
 *
 * This is what `z.config({ jitless: true })` does. It is written out because importing the function would bring 8 kB of the
 * library into the first scripts of every page; the journeys fail on a breach of the policy if a release reads another name.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
