/**
 * The `versions` object of every response (public/docs/api.md, "Versions and health"). `engine_version` changes with
 * anything that can change the bytes of a check: the engine, the built-in unit standards, the solver package.
 */
export const VERSIONS = {
  engine: 'touchstone',
  engine_version: '0.4.0+z3-5.2.0',
  language_version: '1.4',
  service_version: '0.1.0',
  supported_language_versions: ['1.2', '1.3', '1.4'],
  wire_version: '1',
} as const
