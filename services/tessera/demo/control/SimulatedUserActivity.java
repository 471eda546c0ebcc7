package tessera.demo.control;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTableReader;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;

/**
 * Simulated activity of the cluster's users: a few actions a minute. Which follows from the seed, and it never
 * touches what the story rests on: nobody takes what a waiting pod waits for, or gives it.
 */
public final class SimulatedUserActivity {

    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final int SHORTEST_PAUSE = 12_000;
    private static final int LONGEST_PAUSE = 24_000;
    /** What has not ended by itself after so long is taken away, so that what cannot start does not pile up. */
    private static final Duration LONGEST = Duration.ofMinutes(50);
    private static final List<String> JOB_LABELS = List.of("controller-uid", "batch.kubernetes.io/controller-uid",
            "job-name", "batch.kubernetes.io/job-name");
    private static final int SECONDS_AFTER_END = 120;

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SeededRandom random;
    private final SimulatedControlPlaneComponent component;
    /** Templates of the workloads that new ones are modelled on, by kind, namespace and name. */
    private final Map<String, ObjectNode> templates = new HashMap<>();
    private final List<SimulatedRecurringUserAction> actions = SimulatedTableReader
            .readTable(SimulatedUserActivity.class, "deeds.json", new TypeReference<>() {
            });
    /** What there is through these people, and when it is taken away again. */
    private final Map<RevertibleActivity, Instant> things = new HashMap<>();
    private long nextTurn;

    /**
     * A recurring action of the cluster's users.
     *
     * @param kind     {@code jobs.batch} are submitted and end by themselves, {@code statefulsets.apps} are made and deleted
     *                 again, {@code deployments.apps} get more replicas for a while
     * @param like     the workload of the story whose pods it copies; a Deployment is that workload itself
     * @param names    what it may be called
     * @param wants    devices for each pod, in place of those of the example
     * @param select   node selector, in place of that of the example
     * @param fewest   how many pods at least
     * @param most     how many pods at most
     * @param together how many of its pods run at a time
     * @param atOnce   how many such workloads there are at a time
     * @param weight   how often it is chosen
     * @param stays    how long it is usually there, in seconds; 0 for what ends by itself
     */
    record SimulatedRecurringUserAction(String kind, String namespace, String like, List<String> names,
            Map<String, Integer> wants, Map<String, String> select, int fewest, int most, int together, int atOnce,
            int weight, int stays) {

        /** Returns the time that the workload stays: half to one and a half times the usual duration. */
        Duration stayDuration(int perMille) {
            return Duration.ofSeconds(stays).multipliedBy(500 + perMille).dividedBy(1000);
        }
    }

    /** @param pods how many replicas were added to a Deployment; 0 for what is deleted as a whole */
    private record RevertibleActivity(SimulatedRecurringUserAction action, String name, int pods) {}

    public SimulatedUserActivity(SimulatedControlLoop loop, SimulatedControllerResourceTypes types, long seed) {
        this.loop = loop;
        this.types = types;
        random = new SeededRandom(seed);
        component = new SimulatedControlPlaneComponent(loop, types, "kubectl-create", "kubectl");
    }

    /** Starts the activity. Before the loop does, or on its thread. */
    public void start() {
        loop.runAfter(FIRST, this::runTurn);
    }

    private void runTurn() throws SimulatedApiException {
        long turn = nextTurn++;
        int pause = SHORTEST_PAUSE + random.numberBelow("pause/" + turn, LONGEST_PAUSE - SHORTEST_PAUSE);
        loop.runAfter(Duration.ofMillis(pause), this::runTurn);
        revertExpired();
        int ticket = random.numberBelow("deed/" + turn,
                actions.stream().mapToInt(SimulatedRecurringUserAction::weight).sum());
        int first = 0;
        while (ticket >= actions.get(first).weight()) {
            ticket -= actions.get(first++).weight();
        }
        for (int i = 0; i < actions.size(); i++) {
            if (performActivity(actions.get((first + i) % actions.size()), turn)) {
                return;
            }
        }
    }

    /** Reverts activities whose time is over, and forgets those whose object has gone. */
    private void revertExpired() throws SimulatedApiException {
        var now = component.now();
        for (var entry : List.copyOf(things.entrySet())) {
            var thing = entry.getKey();
            var object = component.find(resourceType(thing.action()), thing.action().namespace(), thing.name());
            if (object == null) {
                things.remove(thing);
            } else if (entry.getValue().isBefore(now)) {
                things.remove(thing);
                if (thing.pods() > 0) {
                    changeReplicas(thing.action(), object, -thing.pods());
                } else {
                    component.delete(resourceType(thing.action()), object,
                            SimulatedControlPlaneComponent.propagationOptions("Background"));
                }
            }
        }
    }

    private SimulatedResourceType resourceType(SimulatedRecurringUserAction action) {
        return component.objects().catalog().get(action.kind());
    }

    /** Performs an action; returns whether that is possible now. */
    private boolean performActivity(SimulatedRecurringUserAction action, long turn) throws SimulatedApiException {
        if (things.keySet().stream().filter(thing -> thing.action().equals(action)).count() >= action.atOnce()
                || !isOfferedByNodes(action)) {
            return false;
        }
        int pods = action.fewest() + random.numberBelow("pods/" + turn, action.most() - action.fewest() + 1);
        var chosen = action.names().get(random.numberBelow("name/" + turn, action.names().size()));
        var name = action.kind().equals("jobs.batch") ? chosen + "-" + (1000 + turn) : chosen;
        var existing = component.find(resourceType(action), action.namespace(), name);
        boolean grows = action.kind().equals("deployments.apps");
        var created = grows || existing != null ? null : newWorkload(action, name, pods);
        if (grows && existing != null) {
            changeReplicas(action, existing, pods);
        } else if (created != null) {
            component.create(resourceType(action), created);
        } else {
            return false;
        }
        var stay = action.stays() == 0 ? LONGEST : action.stayDuration(random.numberBelow("stay/" + turn, 1000));
        things.put(new RevertibleActivity(action, name, grows ? pods : 0), component.now().plus(stay));
        return true;
    }

    /** Returns whether any node offers the requested devices; small clusters lack many of them. */
    private boolean isOfferedByNodes(SimulatedRecurringUserAction action) {
        return component.objects().store().list(types.nodes(), "").objects().stream()
                .anyMatch(node -> offersWantedDevices(node, action));
    }

    private static boolean offersWantedDevices(SimulatedStoredObject node, SimulatedRecurringUserAction action) {
        return action.wants().keySet().stream()
                .allMatch(device -> node.toTree().path("status").path("allocatable").has(device));
    }

    /** Changes the replica count by a difference, because others may have scaled it too, to at least one. */
    private void changeReplicas(SimulatedRecurringUserAction action, ObjectNode object, int by)
            throws SimulatedApiException {
        component.edit(resourceType(action), object, draft -> {
            var spec = draft.withObjectProperty("spec");
            spec.put("replicas", Math.max(1, spec.path("replicas").asInt(1) + by));
        });
    }

    /** Returns a new Job or StatefulSet; null if there is no workload to model it on. */
    private @Nullable ObjectNode newWorkload(SimulatedRecurringUserAction action, String name, int pods) {
        var template = findTemplate(action);
        if (template == null) {
            return null;
        }
        var copy = template.deepCopy();
        SimulatedMetadata.labelsOf(copy).put("app", name);
        adaptSpec(copy.withObjectProperty("spec"), action);
        var type = resourceType(action);
        var object = SimulatedStoreJsonCodec.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        object.putObject("metadata").put("name", name).put("namespace", action.namespace()).putObject("labels")
                .put("app", name);
        var spec = object.putObject("spec");
        if (type.kind().equals("Job")) {
            spec.put("completions", pods).put("parallelism", Math.min(pods, action.together())).put("backoffLimit", 2)
                    .put("ttlSecondsAfterFinished", SECONDS_AFTER_END);
        } else {
            spec.put("replicas", pods).put("serviceName", name).putObject("selector").putObject("matchLabels")
                    .put("app", name);
        }
        spec.set("template", copy);
        return object;
    }

    /** Returns the template, found once because users may delete the workload it is taken from. */
    private @Nullable ObjectNode findTemplate(SimulatedRecurringUserAction action) {
        var key = action.kind() + "/" + action.namespace() + "/" + action.like();
        var example = templates.containsKey(key) ? null
                : component.find(resourceType(action), action.namespace(), action.like());
        if (example != null && example.path("spec").path("template") instanceof ObjectNode template) {
            SimulatedMetadata.labelsOf(template).remove(JOB_LABELS);
            templates.put(key, template);
        }
        return templates.get(key);
    }

    private static void adaptSpec(ObjectNode spec, SimulatedRecurringUserAction action) {
        if (!action.select().isEmpty()) {
            var select = spec.putObject("nodeSelector");
            action.select().forEach(select::put);
        }
        for (var container : spec.path("containers")) {
            for (var part : List.of("limits", "requests")) {
                if (container.path("resources").path(part) instanceof ObjectNode amounts) {
                    amounts.remove(deviceResources(amounts));
                    action.wants().forEach((device, count) -> amounts.put(device, Integer.toString(count)));
                }
            }
        }
    }

    private static List<String> deviceResources(JsonNode amounts) {
        return amounts.properties().stream().map(Map.Entry::getKey).filter(name -> name.contains("/")).toList();
    }
}
