import { env, InferenceSession } from 'onnxruntime-node';

// From 1.29 on the runtime tells its makers of the device, the models and the runs, unless it finds this when its first
// session is made. On Windows it does not ask, and tells only the system.
process.env.ORT_DISABLE_TELEMETRY = '1';
// Errors come as exceptions; the runtime's own lines would go to standard error unformatted.
env.logLevel = 'fatal';

export { env, InferenceSession };
