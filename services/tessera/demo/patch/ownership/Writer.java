package tessera.demo.patch.ownership;

import java.time.Instant;

/**
 * Who writes, as {@code managedFields} will name them.
 *
 * @param manager     the {@code fieldManager} of the request, or the start of its User-Agent
 * @param subresource e.g. {@code status}; empty for the object itself
 * @param at          when
 */
public record Writer(String manager, String subresource, Instant at) {

    /** As {@link #Writer(String, String, Instant)}, writing the object itself. */
    public Writer(String manager, Instant at) {
        this(manager, "", at);
    }
}
