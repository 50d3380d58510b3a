// What a page gets from <script src="…/js/service.js">: the class itself as a global.
import { ServiceSession } from './service-session.js';

(globalThis as unknown as { ServiceSession: typeof ServiceSession }).ServiceSession = ServiceSession;
