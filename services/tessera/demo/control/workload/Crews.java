package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.control.loop.PodCard;
import tessera.demo.control.loop.Pods;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;

/**
 * The controllers of custom kinds that train and serve: as soon as somebody installs the definition of one, its objects get
 * their pods. Objects that were there before the cluster began to live have the pods that they came with.
 */
public final class Crews {

    private final Loop loop;
    private final Kinds kinds;
    private final Pods pods;
    private final List<Crew> crews = Crew.all();
    private final Set<String> followed = new HashSet<>();
    private final Instant begun;

    public Crews(Loop loop, Kinds kinds, Pods pods) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        begun = loop.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        watch();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.soon(this, this::watch));
    }

    private void watch() {
        for (var crew : crews) {
            var type = loop.objects().catalog().ofKind(crew.apiVersion(), crew.shortKind());
            if (type != null && followed.add(type.shelf())) {
                var office = new Office(loop, kinds, pods, type, crew.controller());
                office.open(owner -> reconcile(crew, type, office, owner));
            }
        }
    }

    private void reconcile(Crew crew, ResourceType type, Office office, ObjectNode owner) throws ApiError {
        if (owner.path("metadata").hasNonNull("deletionTimestamp")
                || Instant.parse(Json.text(owner, "metadata", "creationTimestamp")).isBefore(begun)) {
            return;
        }
        var there = office.podsOf(owner).stream().map(PodCard::name).collect(Collectors.toSet());
        boolean suspended = owner.path("spec").path("suspend").asBoolean()
                || owner.path("spec").path("runPolicy").path("suspend").asBoolean();
        if (!suspended) {
            for (var pod : crew.pods(owner).entrySet()) {
                if (!there.contains(pod.getKey()) && office.hire(owner, pod.getValue(), again -> reconcile(crew, type,
                        office, again)) == null) {
                    break;
                }
            }
        }
        if (type.hasStatus()) {
            report(type, office, owner);
        }
    }

    private static void report(ResourceType type, Office office, ObjectNode owner) throws ApiError {
        var pods = office.podsOf(owner);
        boolean done = !pods.isEmpty() && pods.stream().allMatch(pod -> pod.phase().equals("Succeeded"));
        boolean running = pods.stream().anyMatch(pod -> pod.active() && pod.ready());
        var now = office.component().now();
        office.component().editStatus(type, owner, status -> {
            Statuses.condition(status, "Created", true, type.kind() + "Created", now);
            Statuses.condition(status, "Running", running, type.kind() + "Running", now);
            if (done) {
                Statuses.condition(status, "Succeeded", true, type.kind() + "Succeeded", now);
            }
        });
    }
}
