package tessera.doctor;

import java.util.HashSet;
import java.util.Set;

/**
 * The nodes whose problems are explained already.
 *
 * @param broken whose stack does not work as it should
 * @param idle   those of them that therefore offer no GPU: that none is handed out says nothing more of them
 */
record ExplainedNodes(Set<String> broken, Set<String> idle) {

    static final ExplainedNodes NONE = new ExplainedNodes(Set.of(), Set.of());

    ExplainedNodes {
        broken = Set.copyOf(broken);
        idle = Set.copyOf(idle);
    }

    /** Returns these nodes and others. */
    ExplainedNodes combinedWith(ExplainedNodes others) {
        var all = new HashSet<>(broken);
        all.addAll(others.broken);
        var none = new HashSet<>(idle);
        none.addAll(others.idle);
        return new ExplainedNodes(all, none);
    }
}
