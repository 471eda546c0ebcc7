package tessera.demo.control.activity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.control.loop.ControllerResourceTypes;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

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

    private final SimulatedControlLoop loop;
    private final ControllerResourceTypes kinds;
    private final SeededRandom mint;
    private final SimulatedControlPlaneComponent component;
    private final SimulatedWorkloadFactory examples;
    private final List<SimulatedRecurringUserAction> deeds = SimulatedRecurringUserAction.readAll();
    /** What there is through these people, and when it is taken away again. */
    private final Map<RevertibleActivity, Instant> things = new HashMap<>();
    private long turns;

    /** @param pods how many replicas were added to a Deployment; 0 for what is deleted as a whole */
    private record RevertibleActivity(SimulatedRecurringUserAction deed, String name, int pods) {}

    public SimulatedUserActivity(SimulatedControlLoop loop, ControllerResourceTypes kinds, long seed) {
        this.loop = loop;
        this.kinds = kinds;
        mint = new SeededRandom(seed);
        component = new SimulatedControlPlaneComponent(loop, kinds, "kubectl-create", "kubectl");
        examples = new SimulatedWorkloadFactory(component);
    }

    /** Starts the activity. Before the loop does, or on its thread. */
    public void start() {
        loop.runAfter(FIRST, this::runTurn);
    }

    private void runTurn() throws SimulatedApiError {
        long turn = turns++;
        int pause = SHORTEST_PAUSE + mint.numberBelow("pause/" + turn, LONGEST_PAUSE - SHORTEST_PAUSE);
        loop.runAfter(Duration.ofMillis(pause), this::runTurn);
        revertExpired();
        int ticket = mint.numberBelow("deed/" + turn,
                deeds.stream().mapToInt(SimulatedRecurringUserAction::weight).sum());
        int first = 0;
        while (ticket >= deeds.get(first).weight()) {
            ticket -= deeds.get(first++).weight();
        }
        for (int i = 0; i < deeds.size(); i++) {
            if (performActivity(deeds.get((first + i) % deeds.size()), turn)) {
                return;
            }
        }
    }

    /** Reverts activities whose time is over, and forgets those whose object has gone. */
    private void revertExpired() throws SimulatedApiError {
        var now = component.now();
        for (var entry : List.copyOf(things.entrySet())) {
            var thing = entry.getKey();
            var object = component.find(resourceType(thing.deed()), thing.deed().namespace(), thing.name());
            if (object == null) {
                things.remove(thing);
            } else if (entry.getValue().isBefore(now)) {
                things.remove(thing);
                revert(thing, object);
            }
        }
    }

    private void revert(RevertibleActivity thing, ObjectNode object) throws SimulatedApiError {
        if (thing.pods() == 0) {
            component.delete(resourceType(thing.deed()), object,
                    SimulatedControlPlaneComponent.propagationOptions("Background"));
        } else {
            changeReplicas(thing.deed(), object, -thing.pods());
        }
    }

    private ServedResourceType resourceType(SimulatedRecurringUserAction deed) {
        return component.objects().catalog().get(deed.kind());
    }

    private boolean performActivity(SimulatedRecurringUserAction deed, long turn) throws SimulatedApiError {
        if (things.keySet().stream().filter(thing -> thing.deed().equals(deed)).count() >= deed.atOnce()
                || !isOfferedByNodes(deed)) {
            return false;
        }
        int pods = deed.fewest() + mint.numberBelow("pods/" + turn, deed.most() - deed.fewest() + 1);
        var name = deed.names().get(mint.numberBelow("name/" + turn, deed.names().size()));
        return switch (deed.kind()) {
            case "deployments.apps" -> growDeployment(deed, name, pods, turn);
            case "jobs.batch" -> createWorkload(deed, name + "-" + (1000 + turn), pods, turn);
            default -> createWorkload(deed, name, pods, turn);
        };
    }

    /** Returns whether any node offers the requested devices; small clusters lack many of them. */
    private boolean isOfferedByNodes(SimulatedRecurringUserAction deed) {
        return component.objects().store().list(kinds.nodes(), "").objects().stream().anyMatch(node -> deed.wants()
                .keySet().stream().allMatch(device -> node.toTree().path("status").path("allocatable").has(device)));
    }

    private boolean createWorkload(SimulatedRecurringUserAction deed, String name, int pods, long turn)
            throws SimulatedApiError {
        var object = examples.newWorkload(deed, name, pods);
        if (object == null || component.find(resourceType(deed), deed.namespace(), name) != null) {
            return false;
        }
        component.create(resourceType(deed), object);
        things.put(new RevertibleActivity(deed, name, 0),
                component.now().plus(deed.stays() == 0 ? LONGEST : stayDuration(deed, turn)));
        return true;
    }

    private boolean growDeployment(SimulatedRecurringUserAction deed, String name, int pods, long turn)
            throws SimulatedApiError {
        var object = component.find(resourceType(deed), deed.namespace(), name);
        if (object == null) {
            return false;
        }
        changeReplicas(deed, object, pods);
        things.put(new RevertibleActivity(deed, name, pods), component.now().plus(stayDuration(deed, turn)));
        return true;
    }

    private Duration stayDuration(SimulatedRecurringUserAction deed, long turn) {
        return deed.stayDuration(mint.numberBelow("stay/" + turn, 1000));
    }

    /** Changes the replica count by a difference, because others may have scaled it too, to at least one. */
    private void changeReplicas(SimulatedRecurringUserAction deed, ObjectNode object, int by) throws SimulatedApiError {
        component.edit(resourceType(deed), object, draft -> {
            var spec = SimulatedStoreJsonCodec.childObject(draft, "spec");
            spec.put("replicas", Math.max(1, spec.path("replicas").asInt(1) + by));
        });
    }
}
