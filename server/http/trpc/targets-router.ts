/** Projects, guardrails and applications of the group, for their pages. */
import { z } from 'zod'
import { applicationRequest, guardrailRequest, projectRequest } from '../../api/schemas/guardrail'
import { contractInput } from './contract-input'
import { router, signedIn } from './procedures'

const id = z.uuid()
const which = z.strictObject({ id, version: z.int().min(0) })
const page = { cursor: z.string().max(1_000).nullable(), limit: z.int().min(1).max(200) }
const ofProject = z.strictObject({ projectId: id.nullable(), ...page })

const { context_document: contextDocument, ...asInTheContract } = applicationRequest.shape
const applicationInput = z.strictObject({ ...asInTheContract, contextDocument })

export const targetsRouter = router({
  projects: signedIn
    .input(z.strictObject(page))
    .query(({ ctx, input }) => ctx.platform.targets.listProjects(ctx.caller, input)),
  addProject: signedIn
    .input(contractInput(projectRequest))
    .mutation(({ ctx, input }) => ctx.platform.targets.addProject(ctx.caller, input)),
  changeProject: signedIn
    .input(contractInput(which.extend({ wish: projectRequest })))
    .mutation(({ ctx, input }) => ctx.platform.targets.changeProject(ctx.caller, input.id, input.version, input.wish)),
  removeProject: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.targets.removeProject(ctx.caller, input.id, input.version)),

  guardrails: signedIn
    .input(ofProject)
    .query(({ ctx, input: { projectId, ...wish } }) =>
      ctx.platform.targets.listGuardrails(ctx.caller, projectId, wish),
    ),
  guardrail: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.targets.guardrail(ctx.caller, input.id)),
  addGuardrail: signedIn
    .input(contractInput(z.strictObject({ projectId: id, wish: guardrailRequest })))
    .mutation(({ ctx, input }) => ctx.platform.targets.addGuardrail(ctx.caller, input.projectId, input.wish)),
  changeGuardrail: signedIn
    .input(contractInput(which.extend({ wish: guardrailRequest })))
    .mutation(({ ctx, input }) =>
      ctx.platform.targets.changeGuardrail(ctx.caller, input.id, input.version, input.wish),
    ),
  removeGuardrail: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.targets.removeGuardrail(ctx.caller, input.id, input.version)),

  applications: signedIn
    .input(ofProject)
    .query(({ ctx, input: { projectId, ...wish } }) =>
      ctx.platform.targets.listApplications(ctx.caller, projectId, wish),
    ),
  application: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.targets.application(ctx.caller, input.id)),
  addApplication: signedIn
    .input(contractInput(z.strictObject({ projectId: id, wish: applicationInput })))
    .mutation(({ ctx, input }) => ctx.platform.targets.addApplication(ctx.caller, input.projectId, input.wish)),
  changeApplication: signedIn
    .input(contractInput(which.extend({ wish: applicationInput })))
    .mutation(({ ctx, input }) =>
      ctx.platform.targets.changeApplication(ctx.caller, input.id, input.version, input.wish),
    ),
  removeApplication: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.targets.removeApplication(ctx.caller, input.id, input.version)),
})
