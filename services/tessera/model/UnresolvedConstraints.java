package tessera.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What else binds a pod that has no node yet: only who reads it whole, and what is around it, can tell whether a node
 * serves it.
 *
 * @param spread  labels over which its pods have to be spread: a node that lacks one is none for it
 * @param near    whether it must be near other pods
 * @param apart   whether it must not be near others
 * @param volumes whether it mounts volumes that are claimed
 */
public record UnresolvedConstraints(List<String> spread, boolean near, boolean apart, boolean volumes) {

    public static final UnresolvedConstraints NONE = new UnresolvedConstraints(List.of(), false, false, false);

    public UnresolvedConstraints {
        spread = List.copyOf(spread);
    }

    /** Whether a node has the labels over which pods are to be spread. */
    boolean reaches(NodeFacts node) {
        return node.labels().keySet().containsAll(spread);
    }

    /** Whether it may be in vain to wait until others are gone. */
    public boolean firm() {
        return near || volumes || !spread.isEmpty();
    }

    /** What they are called; none where there are none. */
    public List<String> words() {
        var words = new ArrayList<String>();
        if (!spread.isEmpty()) {
            words.add("its topology spread");
        }
        if (near) {
            words.add("its pod affinity");
        }
        if (apart) {
            words.add("its pod anti-affinity");
        }
        if (volumes) {
            words.add("its volumes");
        }
        return List.copyOf(words);
    }
}
