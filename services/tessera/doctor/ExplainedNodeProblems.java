package tessera.doctor;

import java.util.HashSet;
import java.util.Set;

/**
 * The nodes whose problems are explained already.
 *
 * @param broken whose stack does not work as it should
 * @param idle   those of them that therefore offer no GPU: that none is handed out says nothing more of them
 */
record ExplainedNodeProblems(Set<String> broken, Set<String> idle) {

    static final ExplainedNodeProblems NONE = new ExplainedNodeProblems(Set.of(), Set.of());

    ExplainedNodeProblems {
        broken = Set.copyOf(broken);
        idle = Set.copyOf(idle);
    }

    /** Returns these nodes and others. */
    ExplainedNodeProblems combinedWith(ExplainedNodeProblems others) {
        var all = new HashSet<>(broken);
        all.addAll(others.broken);
        var none = new HashSet<>(idle);
        none.addAll(others.idle);
        return new ExplainedNodeProblems(all, none);
    }
}
