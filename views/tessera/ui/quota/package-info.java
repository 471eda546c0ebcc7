/** The screen of who may take how many devices, and the forms of what bounds namespaces. */
@NullMarked
package tessera.ui.quota;

import org.jspecify.annotations.NullMarked;
