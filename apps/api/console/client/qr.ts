/** The QR studio. */
import '../styles/qr.css';
import { qr } from './parts/qr';
import { run } from './parts/shared';

run(qr);
