package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.quota.Quotas;

/** What is known of what bounds a cluster's namespaces. */
sealed interface Told {

    /** Nobody has answered yet. */
    record NotYet() implements Told {}

    /**
     * So they are bound.
     *
     * @param at       when that was read
     * @param outdated why it could not be read again; empty where it could
     */
    record Known(Quotas quotas, Instant at, Optional<Outdated> outdated) implements Told {}

    /** It could not be read. */
    record Unknown(Problem why) implements Told {}

    /**
     * Why what is known is not what is now.
     *
     * @param age how long ago it was read
     */
    record Outdated(Duration age, Problem why) {}

    /** What was known stays, unless it may not be known any more. */
    default Told without(Problem why, Instant now) {
        return this instanceof Known(var quotas, var at, _) && why.kind() != Kind.FORBIDDEN
                ? new Known(quotas, at, Optional.of(new Outdated(Duration.between(at, now), why)))
                : new Unknown(why);
    }
}
