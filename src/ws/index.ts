export { asyncApi } from './asyncapi.js';
export { isOriginAllowed, type OriginPolicyOptions } from './origin-policy.js';
export { defaultSocketLimits, type SocketLimits } from './socket-options.js';
export { requireUpgrade, SocketServer, type SocketServerOptions, socketPath } from './socket-server.js';
export type { SocketRouter } from './socket-session.js';
