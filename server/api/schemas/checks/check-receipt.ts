/** Schemas of the receipt of a logged check (public/docs/verify.md, "Receipts of checks"). */
import { z } from 'zod'
import { jsonObject, versions } from '../fields'

const EXAMPLE_CHECK = '0193776a-5d00-7c43-8f0e-7d1a2b3c4d5e'
const EXAMPLE_SHA256 = '81b820f31b2fe9cf8217bf69c3d42ef09b384152f1579016099083f4f6b84185'
const EXAMPLE_BASE64 = 'gbggsxsv6c+CF79pw9Qu8JqFZZiYA0jUzkyVnLvhgs4='
const EXAMPLE_KEY_ID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
const EXAMPLE_LOG = 'rules.example.org/log/cbee8d4a-41cd-4da5-b815-73c6419808c9/checks'
const EXAMPLE_STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  predicate: {
    properties: ['TOUCHSTONE_ANSWER_FALSE:receipt_attached'],
    timeCreated: '2026-11-29T09:30:00.000Z',
    verifier: {
      id: `https://${EXAMPLE_LOG}#engine-1`,
      policies: [{ digest: { sha256: EXAMPLE_SHA256 }, name: 'ruleset' }],
    },
  },
  predicateType: 'https://in-toto.io/attestation/svr/v0.2',
  subject: [{ digest: { sha256: EXAMPLE_SHA256 }, name: `urn:uuid:${EXAMPLE_CHECK}` }],
}
const EXAMPLE_JWK = {
  ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: EXAMPLE_KEY_ID, x: EXAMPLE_KEY_ID },
  ...{ purpose: 'statement', created_at: '2026-11-01T09:00:00.000Z', retired_at: null },
}

export const checkId = z.uuid().meta({
  description:
    'the id of a logged check: the header `x-service-check-id` of its answer, or over MCP `touchstone/check-id` in `_meta`',
  examples: [EXAMPLE_CHECK],
})

const signature = z.strictObject({
  keyid: z.string().meta({ description: 'id of the key: its thumbprint (RFC 7638)', examples: [EXAMPLE_KEY_ID] }),
  sig: z.string().meta({ description: 'Ed25519 signature in Base64', examples: [EXAMPLE_BASE64] }),
})

const envelope = z.strictObject({
  payload: z.string().meta({
    description: 'the exact bytes of the statement in Base64, which are the leaf of the log',
    examples: ['eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ=='],
  }),
  payloadType: z
    .literal('application/vnd.in-toto+json')
    .meta({ description: 'media type of the payload', examples: ['application/vnd.in-toto+json'] }),
  signatures: z.array(signature).meta({ description: 'by a published statement key' }),
})

const loggedEntry = z.strictObject({
  index: z.string().meta({ description: 'position in the log, from 0, in digits', examples: ['41'] }),
  inclusion_proof: z.array(z.string()).meta({
    description: 'hashes in Base64 that lead from the leaf to the root of the checkpoint (RFC 9162)',
    examples: [[EXAMPLE_BASE64]],
  }),
  checkpoint: z.string().meta({
    description: 'signed size and root of the log (C2SP `tlog-checkpoint`), with the cosignatures of witnesses',
    examples: [`${EXAMPLE_LOG}\n42\n${EXAMPLE_BASE64}\n\n— ${EXAMPLE_LOG} ${EXAMPLE_BASE64}\n`],
  }),
})

export const checkReceipt = z
  .strictObject({
    format: z
      .literal('touchstone-check-receipt/1')
      .meta({ description: 'form of the receipt', examples: ['touchstone-check-receipt/1'] }),
    statement: jsonObject.meta({
      description: 'the statement, to be read: in-toto Statement v1 with the predicate Simple Verification Result v0.2',
      examples: [EXAMPLE_STATEMENT],
    }),
    envelope: envelope.meta({ description: 'the signed statement in a DSSE envelope' }),
    claims: z.null().meta({
      description: 'null: only a person opens the kept values, on the page of logged checks',
      examples: [null],
    }),
    log: loggedEntry.meta({ description: 'the place of the statement in the decision log' }),
    keys: z
      .strictObject({
        keys: z.array(jsonObject).meta({ description: 'the keys (RFC 7517)', examples: [[EXAMPLE_JWK]] }),
      })
      .meta({ description: 'the published keys of the deployment; verify with keys that you got elsewhere' }),
  })
  .meta({ id: 'CheckReceipt' })

export const checkReceiptResult = z
  .strictObject({
    ok: z.literal(true),
    check_id: checkId,
    receipt: checkReceipt.meta({
      description: 'stored as a separate file, it is what `/verify` and `npm run verify -- receipt` read',
    }),
    versions,
  })
  .meta({ id: 'CheckReceiptResult' })
