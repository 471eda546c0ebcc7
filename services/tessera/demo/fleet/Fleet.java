package tessera.demo.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.Daemons;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.write.FleetWriter;

/**
 * The objects of a simulated cluster at one instant, as a real API server would hold them, but without resource versions.
 *
 * <p>The first thirty nodes and what runs on them tell a story: full nodes and idle ones, MIG in several layouts, shared
 * GPUs, a lost node, a cordoned one, a broken GPU, a broken driver, and one waiting pod for each of the usual reasons.
 * Larger fleets have more of the same.
 */
public final class Fleet {

    /** The nodes of the story: 24 with accelerators, three without, three of the control plane. */
    public static final int STORY_NODES = 30;

    private final FleetWriter writer;

    private Fleet(FleetWriter writer) {
        this.writer = writer;
    }

    /**
     * Makes a fleet. The same arguments give the same objects, to the byte.
     *
     * @param nodes how many nodes, at least one
     * @param now   the instant at which the cluster is as described
     */
    public static Fleet generate(long seed, int nodes, Instant now) {
        return generate(seed, nodes, Daemons.usual(nodes), now);
    }

    /**
     * Makes a fleet in which these daemons have pods.
     *
     * @param nodes how many nodes, at least one
     * @param now   the instant at which the cluster is as described
     */
    public static Fleet generate(long seed, int nodes, Daemons daemons, Instant now) {
        return new Fleet(new FleetWriter(Plan.of(seed, nodes, daemons, now)));
    }

    /** Hands over one object after the other, owners before what they own; each is the receiver's to keep. */
    public void emit(Consumer<ObjectNode> out) {
        writer.write(out);
    }

    /** All objects at once. */
    public List<ObjectNode> objects() {
        var objects = new ArrayList<ObjectNode>();
        emit(objects::add);
        return objects;
    }
}
