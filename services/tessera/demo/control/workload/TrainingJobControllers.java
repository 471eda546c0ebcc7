package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/**
 * The controllers of custom kinds that train and serve: as soon as somebody installs the definition of one, its objects get
 * their pods, and lose them while they are suspended. Objects that were there before the cluster began to live have the pods that
 * they came with until one of these goes, or somebody suspends them.
 */
public final class TrainingJobControllers {

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final List<TrainingCrew> crews = TrainingCrew.all();
    private final Set<String> followed = new HashSet<>();
    private final Set<String> touched = new HashSet<>();
    private final Map<String, Map<String, WorkloadController.OwnerKey>> jobs = new HashMap<>();
    private final Instant begun;

    public TrainingJobControllers(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        begun = loop.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        loop.follow(kinds.jobs(), this::note);
        pods.listen((before, after) -> {
            if (before != null && before.active() && (after == null || !after.active())) {
                touched.add(before.owner());
            }
        });
        watch();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.soon(this, this::watch));
    }

    private void watch() {
        for (var crew : crews) {
            var type = loop.objects().catalog().ofKind(crew.apiVersion(), crew.shortKind());
            if (type != null && followed.add(type.shelf())) {
                var office = new WorkloadController(loop, kinds, pods, type, crew.controller());
                office.open(owner -> reconcile(crew, type, office, owner));
            }
        }
    }

    private void reconcile(TrainingCrew crew, ResourceType type, WorkloadController office, ObjectNode owner)
            throws ApiError {
        var uid = StoreJson.text(owner, "metadata", "uid");
        boolean suspended = CrewStatus.stopped(owner);
        if (owner.path("metadata").hasNonNull("deletionTimestamp") || CrewStatus.over(owner)
                || (Instant.parse(StoreJson.text(owner, "metadata", "creationTimestamp")).isBefore(begun) && !suspended
                        && !touched.contains(uid))) {
            return;
        }
        touched.add(uid);
        var between = jobs.getOrDefault(uid, Map.of());
        for (var job : between.values()) {
            hold(office, job, suspended);
        }
        if (between.isEmpty()) {
            staff(crew, type, office, owner);
        }
        if (type.hasStatus()) {
            office.component().editStatus(type, owner, new CrewStatus(owner, suspended, office.podsOf(owner),
                    office.component().now())::write);
        }
    }

    /** Makes the pods that are missing, and takes those that are too many. */
    private void staff(TrainingCrew crew, ResourceType type, WorkloadController office, ObjectNode owner)
            throws ApiError {
        var wanted = CrewStatus.stopped(owner) ? Map.<String, ObjectNode>of() : crew.pods(owner);
        for (var pod : office.podsOf(owner)) {
            if (!pod.deleting() && (!wanted.containsKey(pod.name()) || again(crew, office, owner, pod))) {
                office.dismiss(owner, pod);
            }
        }
        var there = office.podsOf(owner).stream().map(PodCard::name).collect(Collectors.toSet());
        for (var pod : wanted.entrySet()) {
            if (!there.contains(pod.getKey()) && office.hire(owner, pod.getValue(), again -> reconcile(crew, type,
                    office, again)) == null) {
                break;
            }
        }
    }

    private boolean again(TrainingCrew crew, WorkloadController office, ObjectNode owner, PodCard card) {
        var pod = card.phase().equals("Failed")
                ? office.component().find(kinds.pods(), card.namespace(), card.name())
                : null;
        return pod != null && crew.again(owner, pod);
    }

    /** What has Jobs between itself and its pods has these suspended with it. */
    private void hold(WorkloadController office, WorkloadController.OwnerKey key, boolean suspended) throws ApiError {
        var job = office.component().find(kinds.jobs(), key.namespace(), key.name());
        if (job != null && job.path("spec").path("suspend").asBoolean() != suspended
                && !OwnerStatuses.holds(job, "Complete") && !OwnerStatuses.holds(job, "Failed")) {
            office.component().edit(kinds.jobs(), job, each -> StoreJson.child(each, "spec").put("suspend", suspended));
        }
    }

    private void note(StoreChange.ChangeKind kind, ObjectNode job) {
        var owner = PodCard.owner(job.path("metadata"));
        if (owner.isEmpty()) {
            return;
        }
        var uid = StoreJson.text(job, "metadata", "uid");
        var of = jobs.computeIfAbsent(owner, _ -> new HashMap<>());
        if (kind == StoreChange.ChangeKind.DELETED) {
            of.remove(uid);
        } else {
            of.put(uid, new WorkloadController.OwnerKey(StoreJson.text(job, "metadata", "namespace"),
                    StoreJson.text(job, "metadata", "name")));
        }
        if (of.isEmpty()) {
            jobs.remove(owner);
        }
    }
}
