import type { AnswerOf, Operation } from '@mkt/contract/api'
import type { Items } from '../../domain/platform/items.ts'

/** Parts of one thing, which is not whole without them: all or none are answered. Any other array of a read is a list. */
export const parts = [
  'asksMore',
  'attempts',
  'changes',
  'checklist',
  'dataSheet',
  'declared',
  'differences',
  'domains',
  'evidence',
  'findings',
  'instances',
  'kinds',
  'lines',
  'links',
  'locators',
  'mappings',
  'marks',
  'messages',
  'organizations',
  'parts',
  'points',
  'problems',
  'processes',
  'screenshots',
  'signatures',
  'steps',
  'warnings',
] as const

type Part = (typeof parts)[number]

type WithItems<A> = A extends object
  ? {
      [Name in keyof A]: Name extends Part
        ? A[Name]
        : A[Name] extends (infer Item)[]
          ? [Item] extends [object]
            ? Items<Item>
            : A[Name]
          : A[Name]
    }
  : A

/**
 * What the handler of an operation gives. Lists of reads are made by `toItems`, because one bad row never fails a list: the compiler refuses an
 * array that was made otherwise.
 */
export type Answered<O extends Operation> = O['method'] extends 'GET' ? WithItems<AnswerOf<O>> : AnswerOf<O>
