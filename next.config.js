/** @type {import('next').NextConfig} */
export default {
  // This folder and no other: a lock file further up is somebody else's.
  turbopack: { root: import.meta.dirname },
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm test` checks the types of the whole tree; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  distDir: process.env.NEXT_DIST_DIR || '.next',
  serverExternalPackages: ['z3-solver', 'pino', 'pg', '@prisma/client', '@prisma/adapter-pg'],
}
