import { type Variant, variants } from '@mkt/manifest'
import { type Architecture, architectures } from '@mkt/oci'
import { wrongUsage } from '../abort.ts'
import { type TemplateLanguage, type TemplateName, templateLanguages, templates } from '../services/app/init-app.ts'
import type { Builder } from '../services/image/choose-builder.ts'

export function variantOf(text: string | undefined): Variant | undefined {
  if (text === undefined) return undefined
  const found = variants.find((variant) => variant === text)
  if (found) return found
  throw wrongUsage(`"${text}" is not a variant.`, `Give ${variants.join(' or ')}.`)
}

export function builderOf(text: string): Builder {
  if (text === 'auto' || text === 'node' || text === 'docker') return text
  throw wrongUsage(`"${text}" is not a builder.`, 'Give auto, node or docker.')
}

export function architectureOf(text: string): Architecture {
  const found = (Object.keys(architectures) as Architecture[]).find((name) => text === `linux/${name}`)
  if (found !== undefined) return found
  throw wrongUsage(`"${text}" is not a platform that images are built for.`, 'Give linux/amd64 or linux/arm64.')
}

export function templateOf(text: string | undefined): TemplateName | undefined {
  if (text === undefined) return undefined
  if (Object.hasOwn(templates, text)) return text as TemplateName
  throw wrongUsage(`There is no template "${text}".`, `Give one of ${Object.keys(templates).join(', ')}.`)
}

export function languageOf(text: string): TemplateLanguage {
  const found = templateLanguages.find((language) => language === text)
  if (found) return found
  throw wrongUsage(`There is no template in "${text}".`, `Give one of ${templateLanguages.join(', ')}.`)
}
