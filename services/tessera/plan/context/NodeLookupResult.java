package tessera.plan.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Nodes as read from the server, with problems for those not found.
 *
 * @param nodes   by name
 * @param missing why a node was not found, one a node
 */
public record NodeLookupResult(Map<String, PlanTargetNode> nodes, List<Problem> missing) {

    public NodeLookupResult {
        nodes = Map.copyOf(nodes);
        missing = List.copyOf(missing);
    }

    /** Reads nodes; waits for the server. */
    public static NodeLookupResult read(PlannerInputReader inputReader, Collection<String> names)
            throws ProblemException, InterruptedException {
        var nodes = new HashMap<String, PlanTargetNode>();
        var missing = new ArrayList<Problem>();
        for (var name : names) {
            try {
                nodes.put(name, inputReader.readNode(name));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    throw problemException;
                }
                missing.add(Problem.of(OperationProblemKind.NOT_FOUND, new PlannerInputProblem.PlannedNodeMissing(name))
                        .withDetail(problemException.problem().detail()));
            }
        }
        return new NodeLookupResult(nodes, missing);
    }
}
