export interface AdoptOptions {
  /**
   * Folder of the public model: one ONNX file, or encoder, decoder and joiner; `tokens.txt` and best of all
   * `bpe.model`. Or a folder of the Hugging Face hub, with `config.json`.
   */
  folder: string;
  /** Folder to make. */
  out: string;
  /** Folder of the model whose words and language model are taken over. */
  base: string;
  /** Name of the ONNX file, or of the encoder, where the folder has several. */
  network?: string;
  /** Told what is being done. */
  onStep?(step: string): void;
}
