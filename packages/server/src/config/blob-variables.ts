import { z } from 'zod'
import { parseBlobPlaces } from '../lib/s3/blob-places.ts'
import { flag, origin } from './kinds.ts'

/** Where the bytes of images are kept, and how an object storage is reached. */
export const blobVariables = {
  MKT_BLOBS: z
    .string()
    .default('folder')
    .transform((value, context) => {
      const places = parseBlobPlaces(value)
      if (places !== undefined) return places
      context.addIssue({
        code: 'custom',
        message: 'Give folder or s3://bucket/prefix; both, separated by a comma, while blobs move.',
      })
      return z.NEVER
    })
    .describe(
      'Where the bytes of images are kept: `folder` (`registry` in the data folder) or `s3://bucket/prefix`. Both, separated by a comma, while they move',
    ),
  MKT_BLOBS_ENDPOINT: origin
    .optional()
    .describe('The origin of the object storage. Default: `AWS_ENDPOINT_URL_S3`, else Amazon S3 in the region'),
  MKT_BLOBS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'Give a region such as eu-central-1.')
    .optional()
    .describe('The region of the object storage. Default: `AWS_REGION`, else us-east-1'),
  MKT_BLOBS_PATH_STYLE: flag
    .default(false)
    .describe('1: path-style URLs (bucket in the path), which many storages other than Amazon S3 need'),
  MKT_BLOBS_REDIRECT_SECONDS: z
    .string()
    .regex(/^(\d{1,5}|[1-5]\d{5}|60[0-3]\d{3}|604[0-7]\d{2}|604800)$/, 'Give a whole number of seconds up to 604800.')
    .transform(Number)
    .default(0)
    .describe(
      'Pulls are redirected to a presigned URL of the object storage, valid for this number of seconds. 0: the platform serves the bytes',
    ),
  MKT_BLOBS_REDIRECT_ENDPOINT: origin
    .optional()
    .describe('The origin of the object storage as clients see it. Default: the one the platform uses'),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional().describe('The access key of the object storage'),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret'),
  AWS_SESSION_TOKEN: z.string().min(1).optional().describe('The token of temporary credentials'),
  AWS_SHARED_CREDENTIALS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file with credentials of the object storage, read again when it changes, where the variables are not set. Default: `~/.aws/credentials`',
    ),
  AWS_PROFILE: z.string().min(1).default('default').describe('The profile in that file'),
  AWS_REGION: z.string().min(1).optional().describe('The region, where `MKT_BLOBS_REGION` is not set'),
  AWS_ENDPOINT_URL_S3: origin
    .optional()
    .describe('The origin of the object storage, where `MKT_BLOBS_ENDPOINT` is not set'),
}
