/** What the pages ask of units and vocabulary beside the operations of /v1. */
import { z } from 'zod'
import { OPERATIONS } from '../../api/operations'
import { readRequest } from '../../api/read-request'
import { router, signedIn } from './procedures'

/** JSON text of the body of POST /v1/units/converters, because its numbers must arrive as they were typed. */
const previewed = z.strictObject({ request: z.string().max(20_000) })

export const unitsRouter = router({
  previewConverter: signedIn
    .input(previewed)
    .mutation(({ ctx, input }) =>
      ctx.workbench.converters.preview(
        ctx.caller,
        readRequest(OPERATIONS.addConverter.body.schema, input.request, true),
      ),
    ),
  labelledNames: signedIn.query(({ ctx }) => ctx.workbench.labelledNames.list(ctx.caller)),
})
