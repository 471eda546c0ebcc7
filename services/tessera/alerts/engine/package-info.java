/** Judges readings and nodes by the alert rules, and remembers what it takes to judge them. */
@NullMarked
package tessera.alerts.engine;

import org.jspecify.annotations.NullMarked;
