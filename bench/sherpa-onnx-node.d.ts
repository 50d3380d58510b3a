/** What bench/peer.ts uses of the package, which brings no declarations. */
declare module 'sherpa-onnx-node' {
  export interface OnlineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
    inputFinished(): void;
  }
  export class OnlineRecognizer {
    constructor(config: {
      featConfig: { sampleRate: number; featureDim: number };
      modelConfig: { nemoCtc: { model: string }; tokens: string; numThreads: number; provider: string };
      decodingMethod: 'greedy_search';
    });
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    getResult(stream: OnlineStream): { text: string; tokens: string[] };
  }
  export const version: string;
  export const onnxruntimeVersion: string;
}
