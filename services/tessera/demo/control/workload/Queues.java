package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.object.ApiError;
import tessera.demo.store.Change;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;

/**
 * A part of Kueue: Jobs and single pods that name a queue are admitted, the oldest first, when its quota has room, and evicted when
 * somebody makes their Workloads inactive.
 */
public final class Queues {

    private static final String API = Accounts.API;

    private final Loop loop;
    private final Kinds kinds;
    private final Component component;
    private final Map<String, Held> held = new HashMap<>();
    private final Map<String, ObjectNode> workloads = new HashMap<>();
    private final Map<String, ObjectNode> clusterQueues = new TreeMap<>();
    private final Map<String, ObjectNode> localQueues = new TreeMap<>();
    private final Map<String, ObjectNode> flavors = new HashMap<>();
    private final Map<String, JsonNode> before = new HashMap<>();
    private @Nullable ResourceType workloadType;

    /** Work that named a queue when it was made. */
    private record Held(ResourceType type, String namespace, String name, String created) {}

    public Queues(Loop loop, Kinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new Component(loop, kinds, "kueue", "kueue-admission");
        watch();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.soon(this, this::watch));
    }

    private void watch() {
        var type = loop.objects().catalog().ofKind(API, "Workload");
        if (workloadType != null || type == null) {
            return;
        }
        workloadType = type;
        follow("ClusterQueue", clusterQueues);
        follow("LocalQueue", localQueues);
        follow("ResourceFlavor", flavors);
        loop.follow(type, (kind, workload) -> {
            var owner = workload.path("metadata").path("ownerReferences").path(0).path("uid").asText();
            note(workloads, kind, owner, workload);
        });
        loop.follow(kinds.jobs(), (kind, job) -> heard(kinds.jobs(), kind, job));
        loop.follow(kinds.pods(), (kind, pod) -> heard(kinds.pods(), kind, pod));
    }

    private void follow(String called, Map<String, ObjectNode> into) {
        var type = loop.objects().catalog().ofKind(API, called);
        if (type != null) {
            loop.follow(type, (kind, object) -> {
                before.putIfAbsent(called + key(object), object.path("status"));
                note(into, kind, key(object), object);
            });
        }
    }

    private void note(Map<String, ObjectNode> into, Change.Kind kind, String key, ObjectNode object) {
        if (kind == Change.Kind.DELETED) {
            into.remove(key);
        } else {
            into.put(key, object);
        }
        loop.soon("queues", this::settle);
    }

    /** Objects of the whole cluster by their names, others with their namespaces. */
    private static String key(JsonNode object) {
        var namespace = Json.text(object, "metadata", "namespace");
        return (namespace.isEmpty() ? "" : namespace + "/") + Json.text(object, "metadata", "name");
    }

    private void heard(ResourceType type, Change.Kind kind, ObjectNode object) {
        var uid = Json.text(object, "metadata", "uid");
        boolean queued = object.path("metadata").path("labels").has(Accounts.QUEUE)
                && (type.equals(kinds.jobs()) || Accounts.gated(object) || held.containsKey(uid));
        if (kind == Change.Kind.DELETED ? held.remove(uid) != null : queued) {
            if (kind != Change.Kind.DELETED) {
                held.put(uid, new Held(type, Json.text(object, "metadata", "namespace"),
                        Json.text(object, "metadata", "name"), Json.text(object, "metadata", "creationTimestamp")));
            }
            loop.soon("queues", this::settle);
        }
    }

    private void settle() throws ApiError {
        var waiting = new TreeMap<Held, ObjectNode>(Comparator.comparing(Held::created).thenComparing(Held::name)
                .thenComparing(Held::namespace).thenComparing(one -> one.type().plural()));
        for (var uid : List.copyOf(held.keySet())) {
            var work = held.get(uid);
            var object = work == null ? null : component.find(work.type(), work.namespace(), work.name());
            if (work != null && object != null && Json.text(object, "metadata", "uid").equals(uid)) {
                var there = workloads.get(uid);
                var account = there == null ? accounts().open(work.type(), object) : there;
                workloads.put(uid, account);
                if (Accounts.over(object)) {
                    workloads.put(uid, accounts().finish(object, account));
                } else if (!account.path("spec").path("active").asBoolean(true)) {
                    workloads.put(uid, accounts().evict(work.type(), object, account));
                } else if (!Statuses.holds(account, "Admitted")) {
                    waiting.put(work, object);
                } else {
                    accounts().keep(work.type(), object);
                }
            }
        }
        var room = room();
        for (var next : waiting.entrySet()) {
            decide(next.getKey(), next.getValue(), room);
        }
        for (var queue : clusterQueues.values()) {
            count(queue, room);
        }
        for (var queue : localQueues.values()) {
            count(queue, null);
        }
    }

    private void decide(Held work, ObjectNode object, QuotaRoom room) throws ApiError {
        var uid = Json.text(object, "metadata", "uid");
        var account = Objects.requireNonNull(workloads.get(uid));
        var name = account.path("spec").path("queueName").asText();
        var local = localQueues.get(work.namespace() + "/" + name);
        var wanted = Accounts.wanted(object);
        var queue = local == null ? "" : Json.text(local, "spec", "clusterQueue");
        var answer = local == null
                ? QuotaRoom.Answer.no("Misconfigured", "LocalQueue %s doesn't exist".formatted(name))
                : room.ask(queue, wanted);
        if (!answer.admitted()) {
            workloads.put(uid, accounts().wait(work.type(), object, account, answer));
            return;
        }
        var labels = Json.object();
        answer.flavors().values().stream().map(flavors::get).filter(flavor -> flavor != null)
                .forEach(flavor -> labels.setAll(Json.child(Json.child(flavor.deepCopy(), "spec"),
                        "nodeLabels")));
        var admitted = accounts().admit(account, queue, answer.flavors(), wanted);
        workloads.put(uid, admitted);
        taken(admitted, room);
        accounts().release(work.type(), object, queue, labels);
    }

    /** Writes what became of a queue into its status. */
    private void count(ObjectNode queue, @Nullable QuotaRoom room) throws ApiError {
        var kind = room == null ? "LocalQueue" : "ClusterQueue";
        var type = Objects.requireNonNull(loop.objects().catalog().ofKind(API, kind));
        var name = Json.text(queue, "metadata", "name");
        var ours = workloads.values().stream().filter(work -> !Statuses.holds(work, "Finished")
                && (room == null ? leads(work, queue) : name.equals(leadsTo(work)))).toList();
        long admitted = ours.stream().filter(Queues::holds).count();
        component.editStatus(type, queue, status -> {
            status.put("pendingWorkloads", ours.size() - admitted);
            status.put("admittedWorkloads",
                    before.getOrDefault(kind + key(queue), Json.object()).path("admittedWorkloads").asLong()
                            + admitted);
            if (room != null) {
                room.write(name, status.putArray("flavorsUsage"));
            }
        });
    }

    private static boolean leads(JsonNode work, JsonNode local) {
        return Json.text(work, "metadata", "namespace").equals(Json.text(local, "metadata", "namespace"))
                && work.path("spec").path("queueName").asText().equals(Json.text(local, "metadata", "name"));
    }

    private String leadsTo(JsonNode work) {
        var local = localQueues.get(Json.text(work, "metadata", "namespace") + "/"
                + work.path("spec").path("queueName").asText());
        return local == null ? "" : Json.text(local, "spec", "clusterQueue");
    }

    private Accounts accounts() {
        return new Accounts(component, kinds, Objects.requireNonNull(workloadType));
    }

    /** What the fleet came with is taken for ever; what was admitted since, until it is over. */
    private QuotaRoom room() {
        var room = new QuotaRoom(clusterQueues.values());
        for (var queue : clusterQueues.keySet()) {
            for (var flavor : before.getOrDefault("ClusterQueue" + queue, Json.object()).path("flavorsUsage")) {
                flavor.path("resources").forEach(resource -> room.take(queue,
                        new QuotaRoom.Slot(flavor.path("name").asText(), resource.path("name").asText()),
                        QuotaRoom.number(resource.path("total"))));
            }
        }
        workloads.values().stream().filter(Queues::holds).forEach(work -> taken(work, room));
        return room;
    }

    private static boolean holds(JsonNode workload) {
        return Statuses.holds(workload, "Admitted") && !Statuses.holds(workload, "Finished");
    }

    private static void taken(JsonNode workload, QuotaRoom room) {
        var admission = workload.path("status").path("admission");
        for (var set : admission.path("podSetAssignments")) {
            set.path("flavors").properties().forEach(flavor -> room.take(admission.path("clusterQueue").asText(),
                    new QuotaRoom.Slot(flavor.getValue().asText(), flavor.getKey()),
                    QuotaRoom.number(set.path("resourceUsage").path(flavor.getKey()))));
        }
    }
}
