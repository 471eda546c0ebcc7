package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.kube.disruption.DisruptionBudgetSize;
import tessera.kube.labels.LabelSelector;

/** Controller that computes the currently allowed evictions of each PodDisruptionBudget. */
public final class SimulatedDisruptionController extends SimulatedController {

    /** How long a pod that was let go may take until its deletion begins. */
    private static final Duration GOING = Duration.ofMinutes(2);

    private final Map<String, Set<String>> byNamespace = new HashMap<>();

    public SimulatedDisruptionController(SimulatedControllerContext context) {
        super(context, "kube-controller-manager", "controllermanager");
        loop.follow(types.budgets(), this::budgetChanged);
        pods.addListener((before, after) -> {
            var pod = after == null ? before : after;
            if (pod != null) {
                byNamespace.getOrDefault(pod.namespace(), Set.of())
                        .forEach(name -> scheduleBudget(pod.namespace(), name));
            }
        });
    }

    private void budgetChanged(WatchEventType kind, ObjectNode budget) {
        var namespace = SimulatedMetadata.namespaceOf(budget);
        var name = SimulatedMetadata.nameOf(budget);
        var names = byNamespace.computeIfAbsent(namespace, _ -> new LinkedHashSet<>());
        if (kind == WatchEventType.DELETED) {
            names.remove(name);
        } else {
            names.add(name);
            scheduleBudget(namespace, name);
        }
    }

    private void scheduleBudget(String namespace, String name) {
        loop.schedule(List.of("budget", namespace, name), () -> {
            var budget = component.find(types.budgets(), namespace, name);
            if (budget != null) {
                updateBudget(budget, namespace);
            }
        });
    }

    private void updateBudget(ObjectNode budget, String namespace) throws SimulatedApiException {
        var selector = LabelSelector.of(budget.path("spec").path("selector"));
        var covered = pods.inNamespace(namespace).stream()
                .filter(pod -> !pod.isTerminal() && selector.matches(pod.labels())).toList();
        var size = DisruptionBudgetSize.of(budget.path("spec"));
        boolean scaled = size.usesControllerScale();
        if (scaled) {
            for (var pod : covered) {
                var reason = pod.ownerUid().isEmpty() ? "" : scaleProblemText(pod);
                if (!reason.isEmpty()) {
                    failBudget(budget, reason);
                    return;
                }
            }
        }
        int expected = (int) covered.stream().filter(pod -> !pod.deleting() && !(scaled && pod.ownerUid().isEmpty()))
                .count();
        int desired = size.desiredHealthy(expected);
        component.editStatus(types.budgets(), budget, status -> {
            // As the status is by now: evictions are granted between two counts.
            var disrupted = disruptedPods(status.path("disruptedPods"), covered);
            int healthy = (int) covered.stream()
                    .filter(pod -> pod.ready() && !pod.deleting() && !disrupted.has(pod.name())).count();
            int allowed = DisruptionBudgetSize.disruptionsAllowed(expected, healthy, desired);
            status.put("observedGeneration", SimulatedMetadata.generationOf(budget)).put("disruptionsAllowed", allowed)
                    .put("currentHealthy", healthy).put("desiredHealthy", desired).put("expectedPods", expected);
            if (disrupted.isEmpty()) {
                status.remove("disruptedPods");
            } else {
                status.set("disruptedPods", disrupted);
            }
            setCondition(status, allowed > 0, allowed > 0 ? "SufficientPods" : "InsufficientPods", "");
        });
    }

    /** Returns the reason for which the pod's controller has no scale; empty if it has one. */
    private String scaleProblemText(SimulatedCachedPod pod) {
        var found = component.findPod(pod);
        for (var owner : found == null ? List.<JsonNode>of() : found.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                var type = component.objects().catalog().findByKind(owner.path("apiVersion").asText(),
                        owner.path("kind").asText());
                if (type == null) {
                    return "no matches for kind \"%s\" in version \"%s\"".formatted(owner.path("kind").asText(),
                            owner.path("apiVersion").asText());
                }
                if (type.subresources().containsKey("scale")) {
                    return "";
                }
                return type.qualifiedName() + " does not implement the scale subresource";
            }
        }
        return "";
    }

    private void failBudget(ObjectNode budget, String reason) throws SimulatedApiException {
        component.editStatus(types.budgets(), budget, status -> {
            status.put("disruptionsAllowed", 0);
            setCondition(status, false, "SyncFailed", reason);
        });
    }

    /** Returns evicted pods not yet seen terminating, so that no eviction is granted twice. */
    private ObjectNode disruptedPods(JsonNode promised, List<SimulatedCachedPod> covered) {
        var waiting = SimulatedStoreJsonCodec.newObject();
        covered.stream().filter(pod -> !pod.deleting() && promised.has(pod.name()))
                .filter(pod -> pod.createdAt().compareTo(promised.path(pod.name()).asText()) < 0
                        && Instant.parse(promised.path(pod.name()).asText()).plus(GOING).isAfter(component.now()))
                .forEach(pod -> waiting.set(pod.name(), promised.get(pod.name())));
        return waiting;
    }

    private void setCondition(ObjectNode status, boolean allowed, String reason, String message) {
        SimulatedOwnerStatusWriter.setCondition(status, "DisruptionAllowed", allowed, reason, component.now())
                .put("observedGeneration", status.path("observedGeneration").asLong()).put("message", message);
    }
}
