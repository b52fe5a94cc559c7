import type { MetadataRoute } from 'next'

/** Search engines may index the documentation. Everything else is private to this deployment. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: ['/docs', '/llms.txt', '/openapi.json'], disallow: '/' } }
}
