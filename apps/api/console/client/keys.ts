// The pages of keys.
import '../styles/keys.css';
import '../styles/codes.css';
