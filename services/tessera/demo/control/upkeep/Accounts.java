package tessera.demo.control.upkeep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.control.loop.PodCard;
import tessera.demo.control.loop.Pods;
import tessera.demo.object.ApiError;
import tessera.demo.schedule.PodRequests;
import tessera.demo.store.Change;
import tessera.demo.store.Json;
import tessera.demo.store.objects.DeleteOptions;
import tessera.model.Resources;

/** Keeps the quotas' accounts of what is used, and forgets events that are an hour old. */
public final class Accounts {

    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration ROUND = Duration.ofMinutes(2);

    private final Loop loop;
    private final Kinds kinds;
    private final Pods pods;
    private final Component component;
    private final Map<String, Set<String>> quotas = new HashMap<>();

    public Accounts(Loop loop, Kinds kinds, Pods pods) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        component = new Component(loop, kinds, "kube-controller-manager", "resourcequota-controller");
        loop.follow(kinds.quotas(), this::changed);
        pods.listen(this::podChanged);
        loop.every(ROUND, this::forget);
    }

    private void changed(Change.Kind kind, ObjectNode quota) {
        var namespace = Json.text(quota, "metadata", "namespace");
        var names = quotas.computeIfAbsent(namespace, _ -> new LinkedHashSet<>());
        if (kind == Change.Kind.DELETED) {
            names.remove(Json.text(quota, "metadata", "name"));
        } else {
            names.add(Json.text(quota, "metadata", "name"));
            look(namespace);
        }
    }

    /** What a pod uses changes only when it comes, ends or goes. */
    private void podChanged(@Nullable PodCard before, @Nullable PodCard after) {
        var pod = after == null ? before : after;
        boolean matters = before == null || after == null || before.over() != after.over();
        if (pod != null && matters && quotas.containsKey(pod.namespace())) {
            look(pod.namespace());
        }
    }

    private void look(String namespace) {
        loop.soon(List.of("quota", namespace), () -> count(namespace));
    }

    private void count(String namespace) throws ApiError {
        var names = quotas.getOrDefault(namespace, Set.of());
        if (names.isEmpty()) {
            return;
        }
        var used = used(namespace);
        for (var name : List.copyOf(names)) {
            var quota = component.find(kinds.quotas(), namespace, name);
            if (quota == null || !quota.path("spec").path("scopeSelector").isMissingNode()) {
                continue;
            }
            component.editStatus(kinds.quotas(), quota, status -> {
                var hard = quota.path("spec").path("hard");
                status.set("hard", hard.deepCopy());
                var counted = Json.child(status, "used");
                for (var limit : hard.properties()) {
                    var amount = amount(limit.getKey(), used);
                    if (!amount.isEmpty()) {
                        counted.put(limit.getKey(), amount);
                    }
                }
            });
        }
    }

    private Resources used(String namespace) {
        var used = Resources.NONE;
        for (var card : pods.in(namespace)) {
            var pod = card.over() ? null : component.find(kinds.pods(), namespace, card.name());
            if (pod != null) {
                used = used.plus(PodRequests.asked(pod)).plus(Resources.of(Resources.PODS, 1));
            }
        }
        return used;
    }

    /** Empty for what is not counted here. */
    private static String amount(String key, Resources used) {
        if (key.equals("pods") || key.equals("count/pods")) {
            return Long.toString(used.get(Resources.PODS));
        }
        var name = key.startsWith("requests.") ? key.substring("requests.".length()) : "";
        if (!name.contains("/")) {
            return "";
        }
        return Long.toString(used.get(name));
    }

    private void forget() throws ApiError {
        var limit = component.now().minus(FORGET);
        for (var stored : loop.objects().store().list(kinds.events(), "").objects()) {
            var event = component.find(kinds.events(), stored.namespace(), stored.name());
            if (event != null && lastSeen(event).isBefore(limit)) {
                component.delete(kinds.events(), event, DeleteOptions.USUAL);
            }
        }
    }

    private Instant lastSeen(ObjectNode event) {
        for (var field : List.of("lastTimestamp", "eventTime")) {
            var text = Json.text(event, field);
            if (!text.isEmpty() && !text.equals("null")) {
                return Instant.parse(text);
            }
        }
        var created = Json.text(event, "metadata", "creationTimestamp");
        return created.isEmpty() ? component.now() : Instant.parse(created);
    }
}
