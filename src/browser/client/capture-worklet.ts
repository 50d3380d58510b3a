// Runs on the audio thread of the browser: gathers its 128-sample blocks into buffers of the wanted size.

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: unknown): void;

class CaptureProcessor extends AudioWorkletProcessor {
  private buffer: Float32Array;
  private filled = 0;
  private stopped = false;

  constructor(options: { processorOptions: { chunkSamples: number } }) {
    super();
    this.buffer = new Float32Array(options.processorOptions.chunkSamples);
    this.port.onmessage = ({ data }) => {
      this.post();
      this.port.postMessage(data);
      this.stopped = data === 'stop';
    };
  }

  private post(): void {
    if (this.filled === 0) return;
    const samples = this.buffer.slice(0, this.filled);
    this.port.postMessage(samples, [samples.buffer]);
    this.filled = 0;
  }

  process(inputs: Float32Array[][]): boolean {
    const block = inputs[0]?.[0];
    for (let at = 0; block && at < block.length; ) {
      const part = block.subarray(at, at + this.buffer.length - this.filled);
      this.buffer.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === this.buffer.length) this.post();
    }
    return !this.stopped;
  }
}

registerProcessor('service-capture', CaptureProcessor);
