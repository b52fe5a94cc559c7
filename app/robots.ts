import type { MetadataRoute } from 'next'

/** The documentation may be indexed; everything else belongs to the people of this deployment. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: ['/docs', '/llms.txt', '/openapi.json'], disallow: '/' } }
}
