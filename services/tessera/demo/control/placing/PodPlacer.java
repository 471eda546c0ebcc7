package tessera.demo.control.placing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.schedule.ClusterView;
import tessera.demo.schedule.DefaultScheduler;
import tessera.demo.schedule.SchedulingDecision;
import tessera.demo.schedule.SchedulingRecords;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/** Takes the waiting pods one by one, the most important first, and tries again when something changes that could help. */
public final class PodPlacer {

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);
    /** After so long a pod is tried again even if nothing was heard that could help. */
    private static final Duration SECOND_THOUGHTS = Duration.ofMinutes(5);
    private static final String TURN = "placer";
    private static final String VOLUMES = "persistentVolumeClaim";
    private static final String DEVICES = "resourceClaim";

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;
    private final SchedulingOutcome outcome;
    private final ClusterView view = new ClusterView();
    private final DefaultScheduler scheduler = new DefaultScheduler(view);
    private final Map<String, WaitingPod> waiting = new LinkedHashMap<>();
    private final Map<String, String> nodeTraits = new HashMap<>();
    /** Where pods that hold room are. */
    private final Map<String, String> places = new HashMap<>();
    /** Nodes that may have got room since the waiting pods were last asked. */
    private final Set<String> freed = new HashSet<>();

    /** A pod without a node, and when it may be tried. */
    private static final class WaitingPod {

        private final String namespace;
        private final String name;
        private String spec = "";
        private int priority;
        private int tries;
        private boolean ready = true;
        private Instant notBefore = Instant.MIN;

        private WaitingPod(String namespace, String name) {
            this.namespace = namespace;
            this.name = name;
        }
    }

    public PodPlacer(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kube-scheduler", DefaultScheduler.NAME);
        outcome = new SchedulingOutcome(component, kinds, new SchedulingRecords("control-01"));
        var claims = view.claims();
        learn(kinds.storageClasses(), claims::putStorageClass, (_, name) -> claims.removeStorageClass(name), VOLUMES);
        learn(kinds.volumes(), claims::putVolume, (_, name) -> claims.removeVolume(name), VOLUMES);
        learn(kinds.claims(), claims::putClaim, claims::removeClaim, VOLUMES);
        var devices = view.devices();
        learn(kinds.deviceClasses(), devices::putClass, (_, name) -> devices.removeClass(name), DEVICES);
        learn(kinds.slices(), devices::putSlice, (_, name) -> devices.removeSlice(name), DEVICES);
        learn(kinds.deviceClaims(), devices::putClaim, devices::removeClaim, DEVICES);
        loop.follow(kinds.namespaces(), this::namespaceChanged);
        loop.follow(kinds.budgets(), this::budgetChanged);
        loop.follow(kinds.nodes(), this::nodeChanged);
        loop.follow(kinds.pods(), this::podChanged);
        loop.every(SECOND_THOUGHTS, () -> retryAll());
    }

    private void nodeChanged(StoreChange.ChangeKind kind, ObjectNode node) {
        var name = StoreJson.text(node, "metadata", "name");
        if (kind == StoreChange.ChangeKind.DELETED) {
            view.removeNode(name);
            nodeTraits.remove(name);
            return;
        }
        var trait = node.path("metadata").path("labels") + "" + node.path("spec")
                + node.path("status").path("allocatable");
        if (!trait.equals(nodeTraits.put(name, trait))) {
            view.putNode(node);
            freed(name);
        }
    }

    private void podChanged(StoreChange.ChangeKind kind, ObjectNode pod) {
        var uid = StoreJson.text(pod, "metadata", "uid");
        var place = StoreJson.text(pod, "spec", "nodeName");
        if (kind == StoreChange.ChangeKind.DELETED) {
            view.removePod(uid);
            waiting.remove(uid);
        } else {
            view.putPod(pod);
        }
        boolean over = List.of("Succeeded", "Failed").contains(StoreJson.text(pod, "status", "phase"));
        if (kind == StoreChange.ChangeKind.DELETED || over) {
            var before = places.remove(uid);
            if (before != null) {
                freed(before);
            }
        } else if (!place.isEmpty()) {
            places.put(uid, place);
        }
        if (!place.isEmpty() || over) {
            waiting.remove(uid);
        } else if (kind != StoreChange.ChangeKind.DELETED) {
            wait(uid, pod);
        }
    }

    private void wait(String uid, ObjectNode pod) {
        var entry = waiting.computeIfAbsent(uid,
                _ -> new WaitingPod(StoreJson.text(pod, "metadata", "namespace"),
                        StoreJson.text(pod, "metadata", "name")));
        entry.priority = pod.path("spec").path("priority").asInt();
        var spec = pod.path("spec") + "" + pod.path("metadata").path("labels")
                + pod.path("status").path("resourceClaimStatuses");
        if (!spec.equals(entry.spec)) {
            entry.spec = spec;
            entry.ready = true;
            turn();
        }
    }

    /** Follows what pods may wait for beside room; those whose specification has the word are tried again when it changes. */
    private void learn(ResourceType type, Consumer<ObjectNode> put, BiConsumer<String, String> remove, String word) {
        loop.follow(type, (kind, object) -> {
            if (kind == StoreChange.ChangeKind.DELETED) {
                remove.accept(StoreJson.text(object, "metadata", "namespace"),
                        StoreJson.text(object, "metadata", "name"));
            } else {
                put.accept(object);
            }
            waiting.values().stream().filter(each -> each.spec.contains(word)).forEach(each -> each.ready = true);
            turn();
        });
    }

    private void namespaceChanged(StoreChange.ChangeKind kind, ObjectNode namespace) {
        if (kind == StoreChange.ChangeKind.DELETED) {
            view.removeNamespace(StoreJson.text(namespace, "metadata", "name"));
        } else {
            view.putNamespace(namespace);
        }
    }

    private void budgetChanged(StoreChange.ChangeKind kind, ObjectNode budget) {
        if (kind == StoreChange.ChangeKind.DELETED) {
            view.removeBudget(StoreJson.text(budget, "metadata", "namespace"),
                    StoreJson.text(budget, "metadata", "name"));
        } else {
            view.putBudget(budget);
        }
    }

    private void freed(String node) {
        freed.add(node);
        loop.soon(List.of(TURN, "freed"), this::askAgain);
    }

    /** Of the waiting pods, those are tried again that would fit a node that has changed. */
    private void askAgain() {
        for (var entry : waiting.values()) {
            if (entry.ready) {
                continue;
            }
            var pod = component.find(kinds.pods(), entry.namespace, entry.name);
            entry.ready = pod != null && freed.stream().anyMatch(node -> scheduler.mayFit(pod, node));
        }
        freed.clear();
        turn();
    }

    private void retryAll() {
        waiting.values().forEach(each -> each.ready = true);
        turn();
    }

    private void turn() {
        loop.soon(TURN, this::tryNext);
    }

    private void tryNext() throws ApiError {
        var now = component.now();
        String best = null;
        WaitingPod chosen = null;
        var next = Instant.MAX;
        for (var entry : waiting.entrySet()) {
            var each = entry.getValue();
            if (each.ready && each.notBefore.isAfter(now)) {
                next = each.notBefore.isBefore(next) ? each.notBefore : next;
            } else if (each.ready && (chosen == null || each.priority > chosen.priority)) {
                best = entry.getKey();
                chosen = each;
            }
        }
        if (chosen == null) {
            if (next.isBefore(Instant.MAX)) {
                loop.after(Duration.between(now, next), this::turn);
            }
            return;
        }
        turn();
        attempt(Objects.requireNonNull(best), chosen);
    }

    private void attempt(String uid, WaitingPod entry) throws ApiError {
        entry.ready = false;
        entry.tries++;
        var backoff = Duration.ofSeconds(1L << Math.min(entry.tries - 1, 4));
        entry.notBefore = component.now()
                .plus(backoff.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : backoff);
        var pod = component.find(kinds.pods(), entry.namespace, entry.name);
        if (pod == null || !StoreJson.text(pod, "metadata", "uid").equals(uid)) {
            waiting.remove(uid);
            return;
        }
        switch (scheduler.decide(pod)) {
            case SchedulingDecision.Bind(var node) -> {
                outcome.allocate(pod, node, scheduler.allocation(pod, node)).forEach(view.devices()::putClaim);
                view.putPod(outcome.bind(pod, node));
                waiting.remove(uid);
            }
            case SchedulingDecision.WaitDecision(var message, var preemption) -> {
                if (preemption.isPresent()) {
                    outcome.preempt(pod, preemption.get());
                }
                outcome.failed(pod, message);
            }
            case SchedulingDecision.GatedDecision _ -> outcome.gated(pod);
            case SchedulingDecision.AwaitingClaims _ -> entry.notBefore = component.now();
            case SchedulingDecision.NotMine _ -> waiting.remove(uid);
        }
    }
}
