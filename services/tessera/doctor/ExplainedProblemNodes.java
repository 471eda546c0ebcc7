package tessera.doctor;

import java.util.HashSet;
import java.util.Set;

/**
 * The nodes whose problems are explained already.
 *
 * @param broken whose stack does not work as it should
 * @param nodesWithoutGpus   those of them that therefore offer no GPU: that none is handed out says nothing more of them
 */
record ExplainedProblemNodes(Set<String> broken, Set<String> nodesWithoutGpus) {

    static final ExplainedProblemNodes NONE = new ExplainedProblemNodes(Set.of(), Set.of());

    ExplainedProblemNodes {
        broken = Set.copyOf(broken);
        nodesWithoutGpus = Set.copyOf(nodesWithoutGpus);
    }

    /** Returns these nodes and others. */
    ExplainedProblemNodes combinedWith(ExplainedProblemNodes others) {
        var all = new HashSet<>(broken);
        all.addAll(others.broken);
        var none = new HashSet<>(nodesWithoutGpus);
        none.addAll(others.nodesWithoutGpus);
        return new ExplainedProblemNodes(all, none);
    }
}
