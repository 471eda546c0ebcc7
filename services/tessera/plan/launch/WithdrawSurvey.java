package tessera.plan.launch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.context.ManifestLookups.KnownKind;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.LaunchIntent.LaunchedObject;

/**
 * What has to be known before something that was launched goes again.
 *
 * @param known   nodes and pods
 * @param kinds   by {@code apiVersion/kind}
 * @param objects those that are there, as they are now
 * @param unread  why others could not be looked at
 */
record WithdrawSurvey(PlanSurvey known, Map<String, Optional<KnownKind>> kinds, Map<LaunchedObject, JsonNode> objects,
        Map<LaunchedObject, Problem> unread) {

    WithdrawSurvey {
        kinds = Map.copyOf(kinds);
        objects = Map.copyOf(objects);
        unread = Map.copyOf(unread);
    }

    Optional<KnownKind> kind(LaunchedObject object) {
        return kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
    }
}
