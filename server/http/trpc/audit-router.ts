/** What the pages ask of a namespace's log. It forwards and holds no rule. */
import { z } from 'zod'
import { EXPORTED_BY_PAGE } from '../../api/exports'
import { LOG_KINDS } from '../../api/log-kinds'
import { router, signedIn } from './procedures'

const MAX_ROWS = 200
const place = z.string().regex(/^\d{1,18}$/)
const moment = z.iso.datetime()

const listInput = z.strictObject({
  kind: z.enum(LOG_KINDS).nullable().default(null),
  actor: z.string().max(500).nullable().default(null),
  from: moment.nullable().default(null),
  to: moment.nullable().default(null),
  after: place.nullable().default(null),
  limit: z.int().min(1).max(MAX_ROWS).default(50),
})

export const auditRouter = router({
  list: signedIn.input(listInput).query(({ ctx: { workbench, caller }, input }) => workbench.audit.list(caller, input)),
  export: signedIn
    .input(z.strictObject({ next: z.string().max(100).nullable().default(null) }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.audit.export(caller, input)),
  noteExport: signedIn
    .input(z.strictObject({ what: z.enum(EXPORTED_BY_PAGE), reference: z.string().max(200).nullable() }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.exports.note(caller, input)),
  securityEvents: signedIn
    .input(z.strictObject({ after: place.nullable(), limit: z.int().min(1).max(MAX_ROWS) }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.securityEvents.list(caller, input)),
  checkpoint: signedIn.mutation(({ ctx: { workbench, caller } }) => workbench.audit.checkpoint(caller)),
  consistency: signedIn
    .input(z.strictObject({ from: place }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.audit.consistency(caller, input)),
})
