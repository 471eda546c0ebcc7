/** The screen on what is wrong from end to end. */
@NullMarked
package tessera.ui.doctor;

import org.jspecify.annotations.NullMarked;
