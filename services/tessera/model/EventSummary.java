package tessera.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that the cluster recorded about an object.
 *
 * @param type    {@code Normal} or {@code Warning}; some monitors write the name of a check
 * @param reason  one word
 * @param message a sentence
 * @param source  who noted it, e.g. {@code kubelet} or {@code default-scheduler}
 * @param first   when it was first noted, by the server's clock; null when nobody says
 * @param last    when it was last noted, by the server's clock; null when nobody says
 * @param count   how often, at least 1
 */
public record EventSummary(String type, String reason, String message, String source, @Nullable Instant first,
        @Nullable Instant last, int count) {

    public boolean isWarning() {
        return !type.equals("Normal") && !type.isEmpty();
    }
}
