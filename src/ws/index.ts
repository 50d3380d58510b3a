export { asyncApi } from './asyncapi.js';
export { isOriginAllowed } from './origin-policy.js';
export { requireUpgrade, SocketServer, type SocketServerOptions } from './socket-server.js';
