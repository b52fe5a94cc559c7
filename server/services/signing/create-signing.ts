/** Joins the functions of signing over their parts. */
import { prepareStatement } from './prepare-statement'
import { readReceipt } from './read-receipt'
import { readSheet } from './read-sheet'
import { signStatement } from './sign-statement'
import type { Signing } from './signing'
import type { SigningParts } from './signing-parts'

export function createSigning(parts: SigningParts): Signing {
  return {
    sheet: (caller, { hash }) => readSheet(parts, caller, hash),
    prepare: (caller, request) => prepareStatement(parts, caller, request),
    sign: (caller, request) => signStatement(parts, caller, request),
    receipt: (caller, { recordId }) => readReceipt(parts, caller, recordId),
    publishedKeys: () => parts.keys.keySet(),
  }
}
