import type { Field, Peril } from '../core/connected-tenant.ts'

export const textField = (name: string, title: string, optional = false): Field => ({
  name,
  title,
  type: 'string',
  ...(optional ? { optional } : {}),
})

export const numberField = (name: string, title: string, optional = false): Field => ({
  name,
  title,
  type: 'number',
  ...(optional ? { optional } : {}),
})

export const dateField = (name: string, title: string, optional = false): Field => ({
  name,
  title,
  type: 'date',
  ...(optional ? { optional } : {}),
})

export const emailField = (name: string, title: string): Field => ({ name, title, type: 'email' })

export const selectField = (name: string, title: string, values: string[], optional = false): Field => ({
  name,
  title,
  type: 'select',
  values,
  ...(optional ? { optional } : {}),
})

export const groupField = (name: string, title: string, fields: Field[]): Field => ({
  name,
  title,
  type: 'group',
  optional: true,
  fields,
})

export const peril = (name: string, displayName: string, fields: Field[] = []): Peril => ({ name, displayName, fields })
