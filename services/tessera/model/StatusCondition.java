package tessera.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A condition that a controller reports of an object.
 *
 * @param type    e.g. {@code Ready}
 * @param status  {@code True}, {@code False} or {@code Unknown}
 * @param reason  one word for machines, may be empty
 * @param message a sentence for people, may be empty
 * @param since   when the status last changed, by the server's clock; null when the controller does not say
 */
public record StatusCondition(String type, String status, String reason, String message, @Nullable Instant since) {

    public boolean isTrue() {
        return status.equals("True");
    }
}
