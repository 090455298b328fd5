/** The operator's endpoints. They exist only while the deployment has an operator's token (specification 13.1). */
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/context';
import { operatorOffered } from '#api/http/stages';
import { accountRoutes } from './admin-accounts';
import { backupRoutes } from './admin-backup';
import { keyRoutes } from './admin-keys';
import { linkRoutes } from './admin-links';
import { platformRoutes } from './admin-platform';
import { republishRoutes } from './admin-republish';

export const adminRoutes = new Hono<AppEnv>();

adminRoutes.use(operatorOffered);
for (const routes of [accountRoutes, keyRoutes, linkRoutes, platformRoutes, backupRoutes, republishRoutes])
  adminRoutes.route('/', routes);
