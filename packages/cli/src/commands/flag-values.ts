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

/** The whole number that a flag was given. */
export function wholeOf(flag: string, text: string, least: number, most: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw wrongUsage(`"${text}" is not a number for ${flag}.`, `Give a whole number from ${least} to ${most}.`)
}

/** The port that a flag was given; 0 is any free one. */
export function portOf(flag: string, text: string): number {
  return wholeOf(flag, text, 0, 65_535)
}

/** The number that a flag was given, whole or not. */
export function numberOf(flag: string, text: string): number {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Number(text)
  throw wrongUsage(`"${text}" is not a number for ${flag}.`, 'Give a number of at least 0.')
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
