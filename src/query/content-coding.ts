import { EarshotError } from '../errors.js';

/**
 * Bodies are read as they come: a coding such as gzip would let a small one grow without bounds, and audio has hardly
 * anything to gain from it.
 * @param coding value of `Content-Encoding`; in any case, absent or empty for none
 * @throws EarshotError `unsupported_media_type`, with the codings that are taken in `extra.acceptEncoding`
 */
export function refuseContentCoding(coding: string | undefined): void {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return;
  throw new EarshotError('unsupported_media_type', 'Send the body without Content-Encoding.', {
    extra: { acceptEncoding: 'identity' },
  });
}
