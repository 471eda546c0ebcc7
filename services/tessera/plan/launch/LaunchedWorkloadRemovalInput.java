package tessera.plan.launch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;

/**
 * The input of a withdrawal.
 *
 * @param input   nodes and pods
 * @param kinds   by {@code apiVersion/kind}
 * @param objects those that are there, as they are now
 * @param readProblems  why others could not be looked at
 */
record LaunchedWorkloadRemovalInput(NodeAndPodPlannerInput input, Map<String, Optional<ServedKind>> kinds,
        Map<LaunchedObject, JsonNode> objects, Map<LaunchedObject, Problem> readProblems) {

    LaunchedWorkloadRemovalInput {
        kinds = Map.copyOf(kinds);
        objects = Map.copyOf(objects);
        readProblems = Map.copyOf(readProblems);
    }

    Optional<ServedKind> kindOf(LaunchedObject object) {
        return kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
    }
}
