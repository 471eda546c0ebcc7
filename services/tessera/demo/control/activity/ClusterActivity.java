package tessera.demo.control.activity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;

/**
 * The people of the cluster: a few times a minute one of them does something. Which follows from the seed, and it never
 * touches what the story rests on: nobody takes what a waiting pod waits for, or gives it.
 */
public final class ClusterActivity {

    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final int SHORTEST_PAUSE = 12_000;
    private static final int LONGEST_PAUSE = 24_000;
    /** What has not ended by itself after so long is taken away, so that what cannot start does not pile up. */
    private static final Duration LONGEST = Duration.ofMinutes(50);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final SeededRandom mint;
    private final ControlComponent component;
    private final ExampleWorkloads examples;
    private final List<PersonActivity> deeds = PersonActivity.all();
    /** What there is through these people, and when it is taken away again. */
    private final Map<RevertibleActivity, Instant> things = new HashMap<>();
    private long turns;

    /** @param pods how many replicas were added to a Deployment; 0 for what is deleted as a whole */
    private record RevertibleActivity(PersonActivity deed, String name, int pods) {}

    public ClusterActivity(ControlLoop loop, ControllerKinds kinds, long seed) {
        this.loop = loop;
        this.kinds = kinds;
        mint = new SeededRandom(seed);
        component = new ControlComponent(loop, kinds, "kubectl-create", "kubectl");
        examples = new ExampleWorkloads(component);
    }

    /** Lets it begin. Before the loop does, or on its thread. */
    public void begin() {
        loop.after(FIRST, this::turn);
    }

    private void turn() throws ApiError {
        long turn = turns++;
        int pause = SHORTEST_PAUSE + mint.number("pause/" + turn, LONGEST_PAUSE - SHORTEST_PAUSE);
        loop.after(Duration.ofMillis(pause), this::turn);
        tidy();
        int ticket = mint.number("deed/" + turn, deeds.stream().mapToInt(PersonActivity::weight).sum());
        int first = 0;
        while (ticket >= deeds.get(first).weight()) {
            ticket -= deeds.get(first++).weight();
        }
        for (int i = 0; i < deeds.size(); i++) {
            if (perform(deeds.get((first + i) % deeds.size()), turn)) {
                return;
            }
        }
    }

    /** Takes away what has been there long enough, and forgets what has gone by itself. */
    private void tidy() throws ApiError {
        var now = component.now();
        for (var entry : List.copyOf(things.entrySet())) {
            var thing = entry.getKey();
            var object = component.find(type(thing.deed()), thing.deed().namespace(), thing.name());
            if (object == null) {
                things.remove(thing);
            } else if (entry.getValue().isBefore(now)) {
                things.remove(thing);
                end(thing, object);
            }
        }
    }

    private void end(RevertibleActivity thing, ObjectNode object) throws ApiError {
        if (thing.pods() == 0) {
            component.delete(type(thing.deed()), object, ControlComponent.propagating("Background"));
        } else {
            scale(thing.deed(), object, -thing.pods());
        }
    }

    private ResourceType type(PersonActivity deed) {
        return component.objects().catalog().get(deed.kind());
    }

    private boolean perform(PersonActivity deed, long turn) throws ApiError {
        if (things.keySet().stream().filter(thing -> thing.deed().equals(deed)).count() >= deed.atOnce()
                || !offered(deed)) {
            return false;
        }
        int pods = deed.fewest() + mint.number("pods/" + turn, deed.most() - deed.fewest() + 1);
        var name = deed.names().get(mint.number("name/" + turn, deed.names().size()));
        return switch (deed.kind()) {
            case "deployments.apps" -> grow(deed, name, pods, turn);
            case "jobs.batch" -> create(deed, name + "-" + (1000 + turn), pods, turn);
            default -> create(deed, name, pods, turn);
        };
    }

    /** Whether any node has what it wants: in small clusters many things are missing. */
    private boolean offered(PersonActivity deed) {
        return component.objects().store().list(kinds.nodes(), "").objects().stream().anyMatch(node -> deed.wants()
                .keySet().stream().allMatch(device -> node.tree().path("status").path("allocatable").has(device)));
    }

    private boolean create(PersonActivity deed, String name, int pods, long turn) throws ApiError {
        var object = examples.make(deed, name, pods);
        if (object == null || component.find(type(deed), deed.namespace(), name) != null) {
            return false;
        }
        component.create(type(deed), object);
        things.put(new RevertibleActivity(deed, name, 0),
                component.now().plus(deed.stays() == 0 ? LONGEST : stay(deed, turn)));
        return true;
    }

    private boolean grow(PersonActivity deed, String name, int pods, long turn) throws ApiError {
        var object = component.find(type(deed), deed.namespace(), name);
        if (object == null) {
            return false;
        }
        scale(deed, object, pods);
        things.put(new RevertibleActivity(deed, name, pods), component.now().plus(stay(deed, turn)));
        return true;
    }

    private Duration stay(PersonActivity deed, long turn) {
        return deed.stay(mint.number("stay/" + turn, 1000));
    }

    /** Somebody else may have scaled it meanwhile: what they wanted is changed by as much, but never to nothing. */
    private void scale(PersonActivity deed, ObjectNode object, int by) throws ApiError {
        component.edit(type(deed), object, draft -> {
            var spec = StoreJson.child(draft, "spec");
            spec.put("replicas", Math.max(1, spec.path("replicas").asInt(1) + by));
        });
    }
}
