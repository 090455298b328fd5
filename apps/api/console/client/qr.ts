// The QR studio.
import '../styles/qr.css';
