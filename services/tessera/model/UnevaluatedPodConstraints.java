package tessera.model;

import java.util.ArrayList;
import java.util.List;
import tessera.text.MessageCatalog;

/**
 * Constraints of an unbound pod that need its whole specification, and its surroundings, to be evaluated.
 *
 * @param topologyKeys  labels over which its pods have to be spread: a node that lacks one is none for it
 * @param podAffinity    whether it must be near other pods
 * @param podAntiAffinity   whether it must not be near others
 * @param volumes whether it mounts volumes that are claimed
 */
public record UnevaluatedPodConstraints(List<String> topologyKeys, boolean podAffinity, boolean podAntiAffinity,
        boolean volumes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnevaluatedPodConstraints.class);

    public static final UnevaluatedPodConstraints NONE = new UnevaluatedPodConstraints(List.of(), false, false, false);

    public UnevaluatedPodConstraints {
        topologyKeys = List.copyOf(topologyKeys);
    }

    /** Returns whether the constraint may remain after other pods are gone. */
    public boolean mayOutlastPods() {
        return podAffinity || volumes || !topologyKeys.isEmpty();
    }

    /** Returns the names of the constraints; none where there are none. */
    public List<String> constraintNames() {
        var texts = new ArrayList<String>();
        if (!topologyKeys.isEmpty()) {
            texts.add(MESSAGES.text("constraint.topology"));
        }
        if (podAffinity) {
            texts.add(MESSAGES.text("constraint.affinity"));
        }
        if (podAntiAffinity) {
            texts.add(MESSAGES.text("constraint.anti.affinity"));
        }
        if (volumes) {
            texts.add(MESSAGES.text("constraint.volumes"));
        }
        return List.copyOf(texts);
    }
}
