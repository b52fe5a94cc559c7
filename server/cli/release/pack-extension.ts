/**
 * Packs the extension for VS Code (public/editors/vscode) as one file, which `code --install-extension` takes without a
 * network. Nothing is published.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { escapeXml, zipArchive } from '../../services/documents/testing/docx-file'

const FOLDER = 'public/editors/vscode'

const manifest = z.looseObject({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  version: z.string(),
  publisher: z.string(),
  engines: z.looseObject({ vscode: z.string() }),
  categories: z.array(z.string()),
})

/**
 * @param root the checkout
 * @param target folder that receives the file; other files in it stay
 * @returns the path of the file, `touchstone-ruleset-<version>.vsix`
 */
export async function packExtension(root: string, target: string): Promise<string> {
  const folder = path.join(root, FOLDER)
  const read = (file: string) => readFileSync(path.join(folder, file))
  const described = manifest.parse(JSON.parse(read('package.json').toString()))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
  const archive = zipArchive([
    { name: 'extension.vsixmanifest', content: vsixManifest(described) },
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: 'extension/LICENSE.txt', content: readFileSync(path.join(root, 'LICENSE')) },
    ...files.map((file) => ({ name: `extension/${file.split(path.sep).join('/')}`, content: read(file) })),
  ])
  const file = path.join(target, `${described.name}-${described.version}.vsix`)
  mkdirSync(target, { recursive: true })
  writeFileSync(file, archive)
  return file
}

/** The form of packages that the editor's gallery shares with Visual Studio; the editor itself reads only package.json. */
function vsixManifest(described: z.infer<typeof manifest>): string {
  const { name, displayName, description, version, publisher, engines, categories } = described
  const text = (value: string) => escapeXml(value).replaceAll('"', '&quot;')
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${text(name)}" Version="${text(version)}" Publisher="${text(publisher)}" />
    <DisplayName>${text(displayName)}</DisplayName>
    <Description xml:space="preserve">${text(description)}</Description>
    <Categories>${text(categories.join(','))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${text(engines.vscode)}" />
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
`
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="js" ContentType="application/javascript" />
  <Default Extension="json" ContentType="application/json" />
  <Default Extension="md" ContentType="text/markdown" />
  <Default Extension="txt" ContentType="text/plain" />
  <Default Extension="vsixmanifest" ContentType="text/xml" />
</Types>
`
