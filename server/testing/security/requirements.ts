/**
 * Every requirement of level 2 of the OWASP ASVS 5.0.0, with one row each. requirements.test.ts prints the counts;
 * public/docs/security.md explains the answers.
 */
import type { Requirement } from './requirement'
import { ENCODING } from './requirements/v01-encoding'
import { VALIDATION } from './requirements/v02-validation'
import { WEB_FRONTEND } from './requirements/v03-web-frontend'
import { API } from './requirements/v04-api'
import { FILES } from './requirements/v05-files'
import { AUTHENTICATION } from './requirements/v06-authentication'
import { SESSION } from './requirements/v07-session'
import { AUTHORIZATION } from './requirements/v08-authorization'
import { TOKENS } from './requirements/v09-tokens'
import { OAUTH } from './requirements/v10-oauth'
import { CRYPTOGRAPHY } from './requirements/v11-cryptography'
import { COMMUNICATION } from './requirements/v12-communication'
import { CONFIGURATION } from './requirements/v13-configuration'
import { DATA_PROTECTION } from './requirements/v14-data-protection'
import { ARCHITECTURE } from './requirements/v15-architecture'
import { LOGGING } from './requirements/v16-logging'
import { WEBRTC_CHAPTER } from './requirements/v17-webrtc'

export const REQUIREMENTS: readonly Requirement[] = [
  ...ENCODING,
  ...VALIDATION,
  ...WEB_FRONTEND,
  ...API,
  ...FILES,
  ...AUTHENTICATION,
  ...SESSION,
  ...AUTHORIZATION,
  ...TOKENS,
  ...OAUTH,
  ...CRYPTOGRAPHY,
  ...COMMUNICATION,
  ...CONFIGURATION,
  ...DATA_PROTECTION,
  ...ARCHITECTURE,
  ...LOGGING,
  ...WEBRTC_CHAPTER,
]
