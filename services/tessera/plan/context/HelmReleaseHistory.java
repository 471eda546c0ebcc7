package tessera.plan.context;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.plan.intent.HelmReleaseNamespacedName;

/**
 * A Helm release as far as the labels of its records tell, which do not name the chart.
 *
 * @param revisions those that Helm still knows, newest first; at least one
 */
public record HelmReleaseHistory(HelmReleaseNamespacedName name, List<HelmReleaseHistoryEntry> revisions) {

    public HelmReleaseHistory {
        revisions = List.copyOf(revisions);
    }

    /**
     * A revision of a known release.
     *
     * @param status Helm's word, e.g. {@code superseded}
     * @param at     when it was last noted; empty where Helm does not say
     */
    public record HelmReleaseHistoryEntry(int number, String status, Optional<Instant> at) {}

    public HelmReleaseHistoryEntry newest() {
        return revisions.getFirst();
    }
}
