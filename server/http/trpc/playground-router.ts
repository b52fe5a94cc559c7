/**
 * What the playground asks.
 *
 * Promises: an answer is the canonical text that /v1 gives, success or envelope, so a page shows the server's bytes.
 */
import { z } from 'zod'
import { parseRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import { checkRequest } from '../../api/schemas/check'
import { readJson } from '../../language/numeric/lossless-json'
import { canonicalAnswer } from './canonical-answer'
import { anybody, router } from './procedures'

const compileInput = z.strictObject({ source: z.string() })
/** `claims` is JSON text, because numbers must arrive as they were typed. */
const checkInput = z.strictObject({ source: z.string(), claims: z.string() })

export const playgroundRouter = router({
  compile: anybody
    .input(compileInput)
    .mutation(({ ctx, input }) =>
      canonicalAnswer(ctx.docsUrl, () => ctx.service.playgroundCompile(ctx.addressKey, input.source)),
    ),
  check: anybody.input(checkInput).mutation(({ ctx, input }) =>
    canonicalAnswer(ctx.docsUrl, () => {
      const read = readJson(input.claims)
      if ('problem' in read)
        throw new Refusal('BAD_REQUEST', `The claims are not acceptable JSON: ${read.problem.message}.`)
      const { claims } = parseRequest(checkRequest, { claims: read.value })
      return ctx.service.playgroundCheck(ctx.addressKey, input.source, claims)
    }),
  ),
})
