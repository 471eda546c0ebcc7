package tessera.demo.control.life;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.fleet.plan.Mint;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;

/**
 * The people of the cluster: a few times a minute one of them does something. Which follows from the seed, and it never
 * touches what the story rests on: nobody takes what a waiting pod waits for, or gives it.
 */
public final class Life {

    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final int SHORTEST_PAUSE = 12_000;
    private static final int LONGEST_PAUSE = 24_000;
    /** What has not ended by itself after so long is taken away, so that what cannot start does not pile up. */
    private static final Duration LONGEST = Duration.ofMinutes(50);

    private final Loop loop;
    private final Kinds kinds;
    private final Mint mint;
    private final Component component;
    private final Examples examples;
    private final List<Deed> deeds = Deed.all();
    /** What there is through these people, and when it is taken away again. */
    private final Map<Thing, Instant> things = new HashMap<>();
    private long turns;

    /** @param pods how many replicas were added to a Deployment; 0 for what is deleted as a whole */
    private record Thing(Deed deed, String name, int pods) {}

    public Life(Loop loop, Kinds kinds, long seed) {
        this.loop = loop;
        this.kinds = kinds;
        mint = new Mint(seed);
        component = new Component(loop, kinds, "kubectl-create", "kubectl");
        examples = new Examples(component);
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
        int ticket = mint.number("deed/" + turn, deeds.stream().mapToInt(Deed::weight).sum());
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

    private void end(Thing thing, ObjectNode object) throws ApiError {
        if (thing.pods() == 0) {
            component.delete(type(thing.deed()), object, Component.propagating("Background"));
        } else {
            scale(thing.deed(), object, -thing.pods());
        }
    }

    private ResourceType type(Deed deed) {
        return component.objects().catalog().get(deed.kind());
    }

    private boolean perform(Deed deed, long turn) throws ApiError {
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
    private boolean offered(Deed deed) {
        return component.objects().store().list(kinds.nodes(), "").objects().stream().anyMatch(node -> deed.wants()
                .keySet().stream().allMatch(device -> node.tree().path("status").path("allocatable").has(device)));
    }

    private boolean create(Deed deed, String name, int pods, long turn) throws ApiError {
        var object = examples.make(deed, name, pods);
        if (object == null || component.find(type(deed), deed.namespace(), name) != null) {
            return false;
        }
        component.create(type(deed), object);
        things.put(new Thing(deed, name, 0), component.now().plus(deed.stays() == 0 ? LONGEST : stay(deed, turn)));
        return true;
    }

    private boolean grow(Deed deed, String name, int pods, long turn) throws ApiError {
        var object = component.find(type(deed), deed.namespace(), name);
        if (object == null) {
            return false;
        }
        scale(deed, object, pods);
        things.put(new Thing(deed, name, pods), component.now().plus(stay(deed, turn)));
        return true;
    }

    private Duration stay(Deed deed, long turn) {
        return deed.stay(mint.number("stay/" + turn, 1000));
    }

    /** Somebody else may have scaled it meanwhile: what they wanted is changed by as much, but never to nothing. */
    private void scale(Deed deed, ObjectNode object, int by) throws ApiError {
        component.edit(type(deed), object, draft -> {
            var spec = Json.child(draft, "spec");
            spec.put("replicas", Math.max(1, spec.path("replicas").asInt(1) + by));
        });
    }
}
