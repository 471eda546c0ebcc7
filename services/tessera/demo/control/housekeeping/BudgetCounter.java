package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Counts for each PodDisruptionBudget how many of its pods may be evicted now. */
public final class BudgetCounter {

    /** How long a pod that was let go may take until its deletion begins. */
    private static final Duration GOING = Duration.ofMinutes(2);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final ControlComponent component;
    private final Map<String, Set<String>> byNamespace = new HashMap<>();

    public BudgetCounter(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", "controllermanager");
        loop.follow(kinds.budgets(), this::changed);
        pods.listen(this::podChanged);
    }

    private void changed(StoreChange.ChangeKind kind, ObjectNode budget) {
        var namespace = StoreJson.text(budget, "metadata", "namespace");
        var name = StoreJson.text(budget, "metadata", "name");
        var names = byNamespace.computeIfAbsent(namespace, _ -> new LinkedHashSet<>());
        if (kind == StoreChange.ChangeKind.DELETED) {
            names.remove(name);
        } else {
            names.add(name);
            look(namespace, name);
        }
    }

    private void podChanged(@Nullable PodCard before, @Nullable PodCard after) {
        var pod = after == null ? before : after;
        if (pod != null) {
            byNamespace.getOrDefault(pod.namespace(), Set.of()).forEach(name -> look(pod.namespace(), name));
        }
    }

    private void look(String namespace, String name) {
        loop.soon(List.of("budget", namespace, name), () -> {
            var budget = component.find(kinds.budgets(), namespace, name);
            if (budget != null) {
                count(budget, namespace);
            }
        });
    }

    private void count(ObjectNode budget, String namespace) throws ApiError {
        var selector = ControllerSelector.of(budget.path("spec").path("selector"));
        var covered = pods.in(namespace).stream().filter(pod -> !pod.over() && selector.matches(pod.labels())).toList();
        boolean scaled = scaled(budget.path("spec"));
        if (scaled) {
            for (var pod : covered) {
                var why = pod.owner().isEmpty() ? "" : unscaled(pod);
                if (!why.isEmpty()) {
                    fail(budget, why);
                    return;
                }
            }
        }
        int expected = (int) covered.stream().filter(pod -> !pod.deleting() && !(scaled && pod.owner().isEmpty()))
                .count();
        int desired = desired(budget.path("spec"), expected);
        component.editStatus(kinds.budgets(), budget, status -> {
            // As the status is by now: evictions are granted between two counts.
            var disrupted = disrupted(status.path("disruptedPods"), covered);
            int healthy = (int) covered.stream().filter(pod -> pod.ready() && !pod.deleting()
                    && !disrupted.has(pod.name())).count();
            int allowed = expected == 0 ? 0 : Math.max(0, healthy - desired);
            status.put("observedGeneration", budget.path("metadata").path("generation").asLong())
                    .put("disruptionsAllowed", allowed).put("currentHealthy", healthy).put("desiredHealthy", desired)
                    .put("expectedPods", expected);
            if (disrupted.isEmpty()) {
                status.remove("disruptedPods");
            } else {
                status.set("disruptedPods", disrupted);
            }
            tell(status, allowed > 0, allowed > 0 ? "SufficientPods" : "InsufficientPods", "");
        });
    }

    /** Whether the scale of the controllers of its pods counts, and not how many pods there are. */
    private static boolean scaled(JsonNode spec) {
        return spec.has("maxUnavailable") || spec.path("minAvailable").isTextual();
    }

    /** Why its controller tells no scale; empty where it does. */
    private String unscaled(PodCard pod) {
        var found = component.find(kinds.pods(), pod.namespace(), pod.name());
        for (var owner : found == null ? List.<JsonNode>of() : found.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                var type = component.objects().catalog().ofKind(owner.path("apiVersion").asText(),
                        owner.path("kind").asText());
                return type == null ? "no matches for kind \"%s\" in version \"%s\"".formatted(
                        owner.path("kind").asText(), owner.path("apiVersion").asText())
                        : type.subresources().containsKey("scale") ? ""
                                : type.qualified() + " does not implement the scale subresource";
            }
        }
        return "";
    }

    private void fail(ObjectNode budget, String why) throws ApiError {
        component.editStatus(kinds.budgets(), budget, status -> {
            status.put("disruptionsAllowed", 0);
            tell(status, false, "SyncFailed", why);
        });
    }

    /** Pods that were let go and are not seen to go yet: an eviction is not given away twice. */
    private ObjectNode disrupted(JsonNode promised, List<PodCard> covered) {
        var waiting = StoreJson.object();
        covered.stream().filter(pod -> !pod.deleting() && promised.has(pod.name()))
                .filter(pod -> pod.createdAt().compareTo(promised.path(pod.name()).asText()) < 0
                        && Instant.parse(promised.path(pod.name()).asText()).plus(GOING).isAfter(component.now()))
                .forEach(pod -> waiting.set(pod.name(), promised.get(pod.name())));
        return waiting;
    }

    private static int desired(JsonNode spec, int expected) {
        if (spec.has("maxUnavailable")) {
            return Math.max(0, expected - amount(spec.path("maxUnavailable"), expected));
        }
        return amount(spec.path("minAvailable"), expected);
    }

    private static int amount(JsonNode value, int expected) {
        if (!value.isTextual()) {
            return value.asInt();
        }
        return (int) Math.ceil(Integer.parseInt(value.asText().replace("%", "")) * expected / 100.0);
    }

    private void tell(ObjectNode status, boolean allowed, String reason, String message) {
        var text = allowed ? "True" : "False";
        ObjectNode condition = null;
        for (var each : status.withArrayProperty("conditions")) {
            condition = each.path("type").asText().equals("DisruptionAllowed") ? (ObjectNode) each : condition;
        }
        if (condition == null) {
            condition = status.withArrayProperty("conditions").addObject().put("type", "DisruptionAllowed");
        }
        if (!condition.path("status").asText().equals(text)) {
            condition.put("status", text).put("lastTransitionTime", ObjectTimes.seconds(component.now()));
        }
        condition.put("observedGeneration", status.path("observedGeneration").asLong()).put("reason", reason)
                .put("message", message);
    }
}
