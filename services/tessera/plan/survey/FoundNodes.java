package tessera.plan.survey;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * Nodes as the server has them.
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
    public static FoundNodes read(Lookups lookups, Collection<String> names) throws Failure, InterruptedException {
        var nodes = new HashMap<String, NodeObject>();
        var missing = new ArrayList<Problem>();
        for (var name : names) {
            try {
                nodes.put(name, lookups.node(name));
            } catch (Failure failure) {
                if (failure.problem().kind() != Kind.NOT_FOUND) {
                    throw failure;
                }
                missing.add(new Problem(Kind.NOT_FOUND, "There is no node “" + name + "”",
                        failure.problem().detail(), ""));
            }
        }
        return new FoundNodes(nodes, missing);
    }
}
