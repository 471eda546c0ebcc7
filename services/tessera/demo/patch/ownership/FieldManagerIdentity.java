package tessera.demo.patch.ownership;

import java.time.Instant;

/**
 * The author of a write, as {@code managedFields} name it.
 *
 * @param manager     the {@code fieldManager} of the request, or the start of its User-Agent
 * @param subresource e.g. {@code status}; empty for the object itself
 * @param at          when
 */
public record FieldManagerIdentity(String manager, String subresource, Instant at) {

    /** As {@link #FieldManagerIdentity(String, String, Instant)}, writing the object itself. */
    public FieldManagerIdentity(String manager, Instant at) {
        this(manager, "", at);
    }
}
