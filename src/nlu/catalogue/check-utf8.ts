import { createReadStream } from 'node:fs';
import { EarshotError } from '../../errors.js';

/**
 * Goes through a file once: what another encoding means by its bytes would come out as broken letters, which nobody
 * would find by saying them.
 * @throws EarshotError `invalid_catalogue`; what the file system throws
 */
export async function checkUtf8(file: string): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      const detail = `${file} is not in UTF-8 (from line ${line} on): save it as "CSV UTF-8", or convert it.`;
      throw new EarshotError('invalid_catalogue', detail, { cause });
    }
  };
  for await (const bytes of createReadStream(file, { highWaterMark: 4096 })) {
    for (const sign of decode(bytes as Buffer)) if (sign === '\n') line++;
  }
  decode();
}
