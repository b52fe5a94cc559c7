/**
 * A person's request for changes is open until the same person approves the same bytes, and again after that approval
 * ends.
 */
import { Prisma } from '../../../generated/prisma/client'
import { inForceSql } from './approvals'

/** SQL rows of `hash` and `person_id`. */
export function openRequests(namespaceId: string, at: Date, among: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT request.hash, request.person_id FROM review_record AS request
    WHERE request.namespace_id = ${namespaceId}::uuid AND request.meaning = 'changes_requested' ${among}
      AND NOT EXISTS (
        SELECT FROM review_record AS later JOIN approval ON approval.id = later.approval_id
        WHERE later.namespace_id = request.namespace_id AND later.hash = request.hash
          AND later.person_id = request.person_id AND later.sequence > request.sequence AND ${inForceSql(at)}
      )`
}
