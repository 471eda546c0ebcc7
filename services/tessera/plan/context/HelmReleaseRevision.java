package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.plan.intent.HelmReleaseNamespacedName;

/**
 * A release revision in full, as Helm stored it.
 *
 * @param status   Helm's word, e.g. {@code deployed}
 * @param detail   the chart
 * @param values   what the user set, as YAML; it may hold secrets
 * @param manifest all objects, as YAML
 * @param complete    whether the chart can be rendered again from what is noted: parts of charts are not
 * @param history  the revisions Helm still knows, newest first
 * @param lastGoodRevision    the newest of them up to this one that did not fail, to which it can be rolled back
 */
public record HelmReleaseRevision(HelmReleaseNamespacedName name, int revision, String status, HelmChartMetadata detail,
        String values, String manifest, boolean complete, List<Integer> history, Optional<Integer> lastGoodRevision) {

    public HelmReleaseRevision {
        history = List.copyOf(history);
    }

    public String chart() {
        return detail.name();
    }

    public String version() {
        return detail.version();
    }

    /** Returns whether Helm began an operation and did not finish it. */
    public boolean isPending() {
        return status.startsWith("pending-") || status.equals("uninstalling");
    }
}
