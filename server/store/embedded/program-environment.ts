/**
 * Environment of PostgreSQL's programs: nothing of ours, so that neither our secrets nor the PG* variables of the person
 * who starts the server reach them.
 */
export const PROGRAM_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as NodeJS.ProcessEnv
