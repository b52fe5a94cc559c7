import './globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { themeScript } from '@/components/shell/theme-script'
import { inter, jetbrainsMono } from './fonts'

export const metadata: Metadata = {
  title: { default: 'Touchstone', template: '%s · Touchstone' },
  description: 'Turn a written policy into a ruleset, check claims against it exactly, and sign what was checked.',
  icons: { icon: '/icon.svg' },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" className={`${inter.variable} ${jetbrainsMono.variable}`} suppressHydrationWarning>
      <head>
        {/* Set before the first paint, so that no page flashes in the other theme. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
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
