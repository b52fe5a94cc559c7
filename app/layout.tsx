import './globals.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { themeScript } from '@/components/ui/shell/theme-script'
import { NONCE_HEADER } from '@/server/http/session/return-path'
import { inter, jetbrainsMono } from './fonts'

export const metadata: Metadata = {
  title: { default: 'Touchstone', template: '%s · Touchstone' },
  description: 'Turn a written policy into a ruleset, check claims against it exactly, and sign what was checked.',
  icons: { icon: '/icon.svg' },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** Every page is rendered on request, and its scripts have the response's nonce (decision 017). */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined
  return (
    <html lang="en" className={`${inter.variable} ${jetbrainsMono.variable}`} suppressHydrationWarning>
      <head>
        {/* Sets the theme before the first paint, so that no page flashes in the other one. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of ours */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body className="flex min-h-full flex-col">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
        >
          Skip to content
        </a>
        {children}
      </body>
    </html>
  )
}
