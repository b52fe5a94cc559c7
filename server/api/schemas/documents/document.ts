/** Schemas of written policies and their clauses (public/docs/api.md, "Policy documents"). */
import { z } from 'zod'
import { timestamp, versions } from '../fields'
import { wholeNumber } from '../page-query'

export const MAX_DOCUMENT_LABEL_LENGTH = 32
const LABEL = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** The name of a document in `@cite`, as in `TE-07`. */
export const documentLabel = z
  .string()
  .trim()
  .max(MAX_DOCUMENT_LABEL_LENGTH)
  .regex(LABEL, { error: 'a label of letters, digits, points, hyphens and underscores, as in TE-07' })
  .meta({ description: 'the label that `@cite` names the document by', examples: ['TE-07'] })

export const revisionNumber = wholeNumber(9_999)
  .optional()
  .meta({
    ...{ type: 'integer', minimum: 1, maximum: 9_999 },
    description: 'number of a revision of the document; without it the newest',
  })

const documentMembers = {
  label: z.string().meta({ description: 'the label that `@cite` names the document by', examples: ['TE-07'] }),
  title: z.string().meta({ description: 'title of the document', examples: ['Travel expenses'] }),
  revision: z.int().meta({ description: 'number of the revision, from 1', examples: [2] }),
  sha256: z.string().meta({
    description: 'SHA-256 of the text in UTF-8',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  saved_at: timestamp.meta({ description: 'when the revision was saved', examples: ['2026-11-28T09:00:00.000Z'] }),
  saved_by: z.string().meta({ description: 'who saved the revision', examples: ['Ann Lee <ann@example.org>'] }),
}

export const listedDocument = z.strictObject(documentMembers).meta({ id: 'ListedDocument' })

export const documentList = z
  .strictObject({
    ok: z.literal(true),
    documents: z.array(listedDocument).meta({ description: 'the newest revision of each document, by label' }),
    versions,
  })
  .meta({ id: 'DocumentList' })

export const policyDocument = z
  .strictObject({
    ok: z.literal(true),
    ...documentMembers,
    text: z.string().meta({ description: 'the whole text', examples: ['1. A meal costs at most USD 60.\n'] }),
    versions,
  })
  .meta({ id: 'PolicyDocument' })

export const documentRequest = z
  .strictObject({
    label: documentLabel,
    title: z
      .string()
      .trim()
      .min(1, { error: 'a title' })
      .max(200)
      .optional()
      .meta({ description: 'title of a new document; the label if absent', examples: ['Travel expenses'] }),
    text: z.string().meta({ description: 'the whole text', examples: ['1. A meal costs at most USD 60.\n'] }),
    format: z
      .enum(['text', 'markdown', 'html'])
      .optional()
      .meta({ description: 'how the text is written; `text` if absent', examples: ['text'] }),
    base: wholeNumber(9_999)
      .optional()
      .meta({
        ...{ type: 'integer', minimum: 1, maximum: 9_999 },
        description: 'the newest revision that the caller knows, to add a revision to a document',
        examples: [1],
      }),
  })
  .meta({ id: 'DocumentRequest' })

export const documentSaved = z
  .strictObject({
    ok: z.literal(true),
    ...documentMembers,
    saved: z.boolean().meta({ description: 'false if the newest revision had this text already', examples: [true] }),
    versions,
  })
  .meta({ id: 'DocumentSaved' })

const clause = z
  .strictObject({
    clause: z.string().meta({ description: 'label of the clause, as `@cite` names it', examples: ['4.2(b)'] }),
    parent: z
      .string()
      .nullable()
      .meta({ description: 'label of the clause that it is part of', examples: ['4.2'] }),
    role: z.enum(['heading', 'lead-in', 'text']).meta({
      description: 'only clauses with the role `text` need a rule',
      examples: ['text'],
    }),
    mark: z
      .enum(['rule', 'definition', 'not_checkable'])
      .nullable()
      .meta({ description: 'what an author marked it as', examples: [null] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'why it is not checkable; null for every other mark', examples: [null] }),
    text: z.string().meta({ description: 'its words, with its number', examples: ['(b) Up to USD 60 a day.'] }),
  })
  .meta({ id: 'Clause' })

export const clauseList = z
  .strictObject({
    ok: z.literal(true),
    ...documentMembers,
    clauses: z.array(clause).meta({ description: 'every clause, in the order of the text' }),
    versions,
  })
  .meta({ id: 'ClauseList' })
