/**
 * Sentences for people: reasons and labels, in the language of the display.
 *
 * <p>
 * Each package keeps its sentences in its own {@code messages.properties}, as patterns of {@link tessera.text.MessagePattern}.
 */
@NullMarked
package tessera.text;

import org.jspecify.annotations.NullMarked;
