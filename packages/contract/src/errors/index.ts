export { codes, type FailureCode } from './codes.ts'
export { Failure, type FailureOptions, type FieldProblem, type ProblemBody } from './failure.ts'
