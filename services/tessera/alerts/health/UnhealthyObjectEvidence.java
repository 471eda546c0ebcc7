package tessera.alerts.health;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertOrFindingSeverity;

/**
 * One piece of evidence against the health of an object.
 *
 * @param detail what else is known of it, and what to do about it; may be empty
 * @param source who says so
 * @param since  from when on it is so, by this machine's clock; null where nobody knows
 */
public record UnhealthyObjectEvidence(AlertOrFindingSeverity severity, String sentence, String detail, String source,
        @Nullable Instant since) {

    /** Evidence by its reason, with the remedy as its detail. */
    UnhealthyObjectEvidence(AlertOrFindingSeverity severity, HealthReason reason, String source) {
        this(severity, reason.text(), reason.remedyText(), source, null);
    }
}
