// The form of a new link.
import '../styles/new-link.css';
import '../styles/link-fields.css';
