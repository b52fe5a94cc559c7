/**
 * Inputs of page calls whose shapes the contract has already.
 *
 * Promises: what does not fit is refused as a body of the main REST API is, with every failing field by name.
 */
import type { z } from 'zod'
import { parseRequest } from '../../api/read-request'

export function contractInput<S extends z.ZodType>(schema: S): (value: unknown) => z.output<S> {
  return (value) => parseRequest(schema, value)
}
