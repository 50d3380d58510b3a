import { isDeepStrictEqual } from 'node:util';
import { type AudioFormat, parseMediaType } from '../audio/audio-format.js';
import { EarshotError } from '../errors.js';

/** How an upload is to be decoded. */
export interface UploadType {
  /** As the client wrote it. */
  mimeType: string;
  format: AudioFormat;
}

const isBarePcm = (mimeType: string): boolean => /^audio\/pcm\s*;?$/i.test(mimeType.trim());
const isUntyped = (mimeType: string): boolean => /^\s*application\/octet-stream\b/i.test(mimeType);

/**
 * Settles the media type of an upload. The type given when the query was created wins over a bare `audio/pcm`, an
 * `application/octet-stream` or an absent Content-Type; a bare `audio/pcm` given at creation is made precise by the
 * Content-Type; otherwise the two must mean the same.
 *
 * @throws EarshotError `unsupported_media_type`
 */
export function settleUploadType(created: string | undefined, contentType: string | undefined): UploadType {
  const sent = contentType === undefined || isUntyped(contentType) ? undefined : contentType;
  if (sent === undefined) {
    if (created !== undefined) return { mimeType: created, format: parseMediaType(created) };
    throw new EarshotError(
      'unsupported_media_type',
      'Name the media type of the audio in Content-Type, or in audioQuery.mimeType when the query is created.',
    );
  }
  const sentFormat = parseMediaType(sent);
  if (created === undefined) return { mimeType: sent, format: sentFormat };
  const createdFormat = parseMediaType(created);
  if (isBarePcm(sent) || isDeepStrictEqual(createdFormat, sentFormat))
    return { mimeType: created, format: createdFormat };
  if (isBarePcm(created) && /^\s*audio\/pcm\b/i.test(sent)) return { mimeType: sent, format: sentFormat };
  throw new EarshotError(
    'unsupported_media_type',
    `The query was created for ${created} but the upload says ${sent}. Send the type the query was created with.`,
  );
}

/**
 * Settles the media type of an upload that creates its query. Known clients name 16-bit PCM of 16 kHz in the entity,
 * whatever they send: there the Content-Type knows better.
 *
 * @throws EarshotError `unsupported_media_type`
 */
export function settleImplicitType(entity: string | undefined, contentType: string | undefined): UploadType {
  const isDefault =
    entity !== undefined && isDeepStrictEqual(parseMediaType(entity), parseMediaType('audio/pcm'));
  const isTyped = contentType !== undefined && !isUntyped(contentType);
  return settleUploadType(isDefault && isTyped && !isBarePcm(contentType) ? undefined : entity, contentType);
}

/** @throws EarshotError `unsupported_media_type` with the JSON pointer of `audioQuery.mimeType`. */
export function checkAudioType(mimeType: string): void {
  try {
    parseMediaType(mimeType);
  } catch (error) {
    const { code, message, extra } = EarshotError.from(error);
    const faults = [{ pointer: '/audioQuery/mimeType', detail: message }];
    throw new EarshotError(code, message, { cause: error, extra, faults });
  }
}
