declare module 'wav-decoder' {
  export interface AudioData {
    sampleRate: number;
    /** One array of samples in +-1 a channel. */
    channelData: Float32Array[];
  }
  export function decode(
    source: ArrayBuffer | Uint8Array,
    /** Scales positive samples like negative ones. @default false */
    options?: { symmetric?: boolean },
  ): Promise<AudioData>;
}
