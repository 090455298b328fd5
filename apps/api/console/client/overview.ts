// The overview.
import '../styles/overview.css';
