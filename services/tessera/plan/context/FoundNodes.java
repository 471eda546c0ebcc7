package tessera.plan.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * Nodes as read from the server, with problems for those not found.
 *
 * @param nodes   by name
 * @param missing why a node was not found, one a node
 */
public record FoundNodes(Map<String, NodeObject> nodes, List<Problem> missing) {

    public FoundNodes {
        nodes = Map.copyOf(nodes);
        missing = List.copyOf(missing);
    }

    /** Reads nodes; waits for the server. */
    public static FoundNodes read(SurveyLookups lookups, Collection<String> names)
            throws Failure, InterruptedException {
        var nodes = new HashMap<String, NodeObject>();
        var missing = new ArrayList<Problem>();
        for (var name : names) {
            try {
                nodes.put(name, lookups.readNode(name));
            } catch (Failure failure) {
                if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw failure;
                }
                missing.add(new Problem(ProblemKind.NOT_FOUND, "There is no node “" + name + "”",
                        failure.problem().detail(), ""));
            }
        }
        return new FoundNodes(nodes, missing);
    }
}
