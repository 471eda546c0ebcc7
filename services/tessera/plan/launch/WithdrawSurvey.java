package tessera.plan.launch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.context.ManifestLookups.KnownKind;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.LaunchIntent.LaunchedObject;

/**
 * The input of a withdrawal.
 *
 * @param survey   nodes and pods
 * @param kinds   by {@code apiVersion/kind}
 * @param objects those that are there, as they are now
 * @param readProblems  why others could not be looked at
 */
record WithdrawSurvey(PlanSurvey survey, Map<String, Optional<KnownKind>> kinds, Map<LaunchedObject, JsonNode> objects,
        Map<LaunchedObject, Problem> readProblems) {

    WithdrawSurvey {
        kinds = Map.copyOf(kinds);
        objects = Map.copyOf(objects);
        readProblems = Map.copyOf(readProblems);
    }

    Optional<KnownKind> kindOf(LaunchedObject object) {
        return kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
    }
}
