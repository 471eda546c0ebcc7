package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.doctor.Known.Sign;
import tessera.fit.ObjectSource;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.PodSight;

/** Looks for pods that take GPUs by a variable, without asking the scheduler for any. Waits for the cluster. */
final class Uncounted {

    private static final ObjectRef PODS = ObjectRef.pod("", "");
    private static final String RUNNING = "fieldSelector=status.phase%3DRunning";
    private static final String ON = ",spec.nodeName%3D";
    private static final String NVIDIA = "NVIDIA";
    private static final String VARIABLE = "NVIDIA_VISIBLE_DEVICES";
    /** With these it has none. */
    private static final Set<String> NOTHING = Set.of("void", "none", "");
    /** Who measures or looks after GPUs of nodes has to see them, and is one for each node. */
    private static final Set<String> OF_NODES = Set.of("DaemonSet", "Node");

    private final ObjectSource objects;
    private final Accelerators accelerators;

    Uncounted(ObjectSource objects, Accelerators accelerators) {
        this.objects = objects;
        this.accelerators = accelerators;
    }

    /** @param skipped takes what was not looked at, a sentence each */
    List<Sign> of(Fleet fleet, Focus focus, List<String> skipped) throws Failure, InterruptedException {
        var candidates = candidates(fleet);
        candidates.values().removeIf(pod -> !focus.means(pod));
        var signs = new ArrayList<Sign>();
        if (!candidates.isEmpty() && fleet.snapshot().podSight() == PodSight.ALL) {
            var home = focus.home(fleet.snapshot());
            boolean whole = objects.each(PODS, home.isEmpty() ? RUNNING : RUNNING + ON + home, pod -> {
                var known = candidates.get(pod.at("/metadata/namespace").asText() + "/"
                        + pod.at("/metadata/name").asText());
                var evidence = evidence(pod);
                if (known != null && !evidence.isEmpty()) {
                    signs.add(new Sign("devices-uncounted", known, evidence));
                }
            });
            if (!whole) {
                skipped.add("Which further pods take GPUs without asking for any: there are too many pods");
            }
        }
        return Sign.folded(signs);
    }

    private Map<String, PodFacts> candidates(Fleet fleet) {
        var candidates = new LinkedHashMap<String, PodFacts>();
        fleet.nodes().stream().filter(node -> node.vendor().equals(NVIDIA))
                .flatMap(node -> node.info().pods().stream())
                .filter(pod -> pod.phase() == PodPhase.RUNNING && !accelerators.wantedBy(pod.requests())
                        && pod.claims().isEmpty() && !OF_NODES.contains(pod.owner().kind()))
                .forEach(pod -> candidates.put(pod.key(), pod));
        return candidates;
    }

    private static List<String> evidence(JsonNode pod) {
        var evidence = new ArrayList<String>();
        for (var container : pod.at("/spec/containers")) {
            for (var variable : container.path("env")) {
                var value = variable.path("value").asText("");
                if (variable.path("name").asText().equals(VARIABLE) && !NOTHING.contains(value)) {
                    evidence.add("container %s: %s=%s".formatted(container.path("name").asText(), VARIABLE, value));
                }
            }
        }
        return evidence;
    }
}
