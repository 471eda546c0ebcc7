package tessera.plan.survey;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.plan.intent.ReleaseName;

/**
 * A release that Helm has noted, as far as the labels of its records tell: of which chart it is they do not.
 *
 * @param revisions those that Helm still knows, newest first; at least one
 */
public record KnownRelease(ReleaseName name, List<Noted> revisions) {

    public KnownRelease {
        revisions = List.copyOf(revisions);
    }

    /**
     * One of its revisions.
     *
     * @param status Helm's word, e.g. {@code superseded}
     * @param at     when it was last noted; empty where Helm does not say
     */
    public record Noted(int number, String status, Optional<Instant> at) {}

    public Noted newest() {
        return revisions.getFirst();
    }
}
