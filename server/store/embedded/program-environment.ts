/**
 * Environment of PostgreSQL's programs: nothing of ours, so that neither our secrets nor the PG* variables of the person
 * who starts the server reach them. (NODE_ENV means nothing to them; the type of an environment asks for it.)
 */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' } as const
