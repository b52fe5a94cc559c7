/**
 * What the platform keeps, in the words of the main REST API.
 *
 * Promises: the shapes of api/schemas/{guardrail,platform}.ts.
 */
import type { z } from 'zod'
import type { application, guardrail, project } from '../../api/schemas/guardrail'
import type { frameState, reviewTask } from '../../api/schemas/platform'
import type { FrameState } from '../../services/guardrails/frames'
import type { ReviewTask } from '../../services/guardrails/review-queue'
import type { Application, Guardrail, Project } from '../../services/guardrails/targets'

type WireOf<S extends z.ZodType> = z.output<S>

export function wireProject({ id, version, createdAt, updatedAt, name, description, group }: Project) {
  const wire: WireOf<typeof project> = {
    ...{ id, version, name, description, group },
    ...{ created_at: createdAt, updated_at: updatedAt },
  }
  return wire
}

export function wireGuardrail(from: Guardrail) {
  const { id, version, createdAt, updatedAt, updatedBy, projectId, name, type, configuration, ruleset } = from
  const wire: WireOf<typeof guardrail> = {
    ...{ id, version, name, type, configuration, ruleset },
    ...{ project_id: projectId, created_at: createdAt, updated_at: updatedAt, updated_by: updatedBy },
  }
  return wire
}

export function wireApplication(from: Application) {
  const { id, version, createdAt, updatedAt, updatedBy, projectId, name, contextDocument, graph, aggregation } = from
  const wire: WireOf<typeof application> = {
    ...{ id, version, name, graph, aggregation, context_document: contextDocument },
    ...{ project_id: projectId, created_at: createdAt, updated_at: updatedAt, updated_by: updatedBy },
  }
  return wire
}

export function wireFrame(from: FrameState) {
  const { traceId, targetId, responseTopics, status, sentAt, sentBy, answeredAt, messageId, frame, evaluated } = from
  const wire: WireOf<typeof frameState> = {
    ...{ trace_id: traceId, target_id: targetId, response_topic: [...responseTopics], status },
    ...{ sent_at: sentAt, sent_by: sentBy, answered_at: answeredAt, message_id: messageId },
    ...{ frame, evaluated_frame: evaluated },
  }
  return wire
}

export function wireReview(from: ReviewTask) {
  const { id, traceId, targetId, guardrailId, guardrailName, nodeId, instructions, frame } = from
  const { createdAt, answeredAt, answeredBy, conclusion, note } = from
  const wire: WireOf<typeof reviewTask> = {
    ...{ id, trace_id: traceId, target_id: targetId, guardrail_id: guardrailId, guardrail_name: guardrailName },
    ...{ node_id: nodeId, instructions, frame },
    ...{ created_at: createdAt, answered_at: answeredAt, answered_by: answeredBy, conclusion, note },
  }
  return wire
}
