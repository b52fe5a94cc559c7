import { z } from 'zod'
import { MAX_HIT_PAGES, MAX_QUERY_CHARS } from '../../api/terms/search-terms'
import { router, signedIn } from './procedures'

const searchInput = z.strictObject({
  query: z.string().max(MAX_QUERY_CHARS),
  page: z.int().min(1).max(MAX_HIT_PAGES).default(1),
})

export const searchRouter = router({
  find: signedIn.input(searchInput).query(({ ctx, input }) => ctx.workbench.search.find(ctx.caller, input)),
})
