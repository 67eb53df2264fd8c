import { type Resource, server } from './resource.ts'

/** What a publisher could take. */
export const publisher: readonly Resource[] = [
  {
    takes: 'the event loop, by Markdown',
    bound:
      'a low-priority process with 4 seconds and 128 MB, four texts queued for each organization, 40 levels; an organization rests three times as long as its text took',
    each: 'process',
    where: `${server}/lib/markdown/markdown-queue.ts`,
    test: {
      file: `${server}/lib/markdown/markdown-queue.process.test.ts`,
      name: 'a text that takes too long is refused without blocking the event loop, and the next one is rendered',
    },
  },
  {
    takes: 'the event loop and memory, by images that unpack to much',
    bound:
      'low-priority processes unpack, hash and parse images, with 1 GB or a quarter of the memory: two that check releases and two that read their contents (one image at a time for each organization, two minutes), three for instances that start (two, 15 minutes), one for what requests left behind',
    each: 'process',
    where: `${server}/actions/image/apart/read-image-apart.ts`,
    test: {
      file: `${server}/actions/image/apart/read-image-apart.process.test.ts`,
      name: 'waits for others of its party alone: another party has its turn',
    },
  },
  {
    takes: 'the database, by texts that are slow to index',
    bound: 'the text parser gets only words and spaces, so the longest text takes milliseconds',
    where: `${server}/store/database/migrations/0247_search_words.sql`,
    test: {
      file: `${server}/api/listing/catalogue.db.test.ts`,
      name: 'accepts a text that is crafted to be slow to index, and finds its words: %j',
    },
  },
  {
    takes: 'memory and threads, by pictures',
    bound: 'one decoded at a time, ten seconds and 40 megapixels; eight queued for each organization',
    each: 'process',
    where: `${server}/actions/listing/reencode-picture.ts`,
    test: {
      file: `${server}/actions/listing/reencode-picture.test.ts`,
      name: 'an organization that sends many pictures at once is told to wait, and others have their turn',
    },
  },
  {
    takes: 'lists of others, by a row that cannot be shown',
    bound: 'the row is omitted and logged',
    where: `${server}/api/http/answer-text.ts`,
    test: { file: `${server}/api/http/answer-text.test.ts`, name: 'omits a row that cannot become an item' },
  },
  {
    takes: 'time, by a manifest',
    bound:
      '256 KB, 64 levels, 500 problems and 500 warnings reported; every list has a limit and is not checked beyond it; a pattern that repeats too much is not compiled',
    where: 'packages/manifest/src/parse-manifest.ts',
    test: {
      file: 'packages/manifest/src/manifest-limits.test.ts',
      name: 'the largest manifest of names that are nearly known, of patterns, or of paths is checked in little time',
    },
  },
  {
    takes: 'the event loop of the worker, by the contents of an image',
    bound:
      'files and layers are read in time that grows with their length; 1 MB of extended headers for an entry, 512 characters for the name or version of a package',
    where: 'packages/oci/src/sbom/read-facts.ts',
    test: {
      file: 'packages/oci/src/sbom/hostile-time.test.ts',
      name: 'a file of keys and values is read in time that grows with its length, whatever a publisher writes into it',
    },
  },
  {
    takes: 'memory and time, by sending a slow image manifest',
    bound: '20 seconds; layers, which are streamed, may take an hour',
    where: `${server}/registry/register-registry.ts`,
    test: {
      file: `${server}/registry/manifests.db.test.ts`,
      name: 'a manifest that does not arrive in time is refused, while a layer may be slow',
    },
  },
  {
    takes: 'memory and the event loop, by many or deep image manifests',
    bound:
      '8 image manifests of an organization at once, 32 of all, 128 queued for each; 1,000 parts, 32 levels and 64 KB of annotations',
    each: 'process',
    where: `${server}/registry/manifests.ts`,
    test: {
      file: `${server}/registry/manifests.db.test.ts`,
      name: 'an organization sends few manifests at once: more wait, too many are refused, and others are served',
    },
  },
  {
    takes: 'memory, by many manifests about one image',
    bound: 'lists of referrers have pages of 100; 50 signatures of an image are read',
    where: `${server}/registry/lists.ts`,
    test: {
      file: `${server}/registry/referrers.db.test.ts`,
      name: 'referrers are listed in pages, so that an answer never holds all annotations there are',
    },
  },
  {
    takes: 'all tunnels of a process, from many organizations',
    bound: '20 for an organization and 60 for a person, including API keys that the person created',
    where: `${server}/actions/route/open-tunnel.ts`,
    test: {
      file: `${server}/tunnel/tunnel.db.test.ts`,
      name: "a person's limit of tunnels counts all organizations together",
    },
  },
  {
    takes: 'the database, by asking the image registry with right keys from many addresses',
    bound:
      '3,000 requests a minute for each key, 9,000 for the images of an organization; further ones are a second late, 100 of them held back at once',
    each: 'process',
    where: `${server}/registry/registry-turns.ts`,
    test: {
      file: `${server}/registry/registry-turns.test.ts`,
      name: 'who asks the registry too often with a right key waits, and then so do others of its organization, and nobody else',
    },
  },
  {
    takes: 'disk, by images',
    bound: '2 GB for an image and 20 GB for an organization, as stored',
    where: `${server}/domain/image/quota.ts`,
    test: {
      file: `${server}/registry/keeping.db.test.ts`,
      name: 'an organization over its quota cannot push; a blob that several apps share counts once',
    },
  },
  {
    takes: 'disk and the database, by concurrent uploads and by manifests',
    bound:
      'an upload reserves quota before its bytes arrive; manifests count, and a listing has at most 5,000 images and tags',
    where: `${server}/registry/upload-room.ts`,
    test: {
      file: `${server}/registry/keeping.db.test.ts`,
      name: 'concurrent uploads together stay within the quota, also before the first has ended',
    },
  },
  {
    takes: 'disk, by images that are large when unpacked',
    bound:
      '8 GB for an image and 60 GB for the images of an organization that run or ran in the last hour, the one to start included; one of unknown size counts 8 GB. Then releases are rejected, and nothing else is started',
    where: `${server}/actions/material/admit-image.ts`,
    test: {
      file: `${server}/actions/deployment/start-instance.db.test.ts`,
      name: 'however many are released while nothing runs: the others fail, and say why',
    },
  },
  {
    takes: 'the hashing thread, by many concurrent uploads',
    bound: 'every byte is hashed once; 256 uploads are hashed while they arrive, others when they are complete',
    each: 'process',
    where: `${server}/store/image/file-hashes.ts`,
    test: {
      file: `${server}/store/image/file-hashes.test.ts`,
      name: 'of many growing files a limited number is hashed ahead, and every digest is correct',
    },
  },
  {
    takes: 'files outside its image, by hostile layers',
    bound: 'paths, links and whiteouts that leave the image are refused',
    where: 'packages/oci/src/layer-path.ts',
    test: {
      file: 'packages/oci/src/hostile.test.ts',
      name: 'unpacking writes nothing outside its folder and ends with a file tree or a refusal',
    },
  },
  {
    takes: 'streams of container output',
    bound: '20 for each person and API key; closed when the credential ends',
    each: 'process',
    where: `${server}/api/http/stream-shares.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'a stream of container output ends with its API key, and each key has a limited number of streams',
    },
  },
]
