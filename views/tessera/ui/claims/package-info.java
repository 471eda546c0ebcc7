/** The screen of claims on devices: who waits for which and why, who holds them, what is leaked or tainted. */
@NullMarked
package tessera.ui.claims;

import org.jspecify.annotations.NullMarked;
