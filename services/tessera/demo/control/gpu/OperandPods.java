package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/** Which operands there are, and where their pods are. */
final class OperandPods {

    private static final String APP = "app";

    private final GpuStackContext ground;
    /** Namespace of each operand's DaemonSet, by its name. */
    private final Map<String, String> sets = new HashMap<>();

    OperandPods(GpuStackContext ground) {
        this.ground = ground;
        ground.loop().follow(ground.kinds().daemonSets(), this::changed);
    }

    private void changed(StoreChange.ChangeKind kind, ObjectNode set) {
        var name = StoreJson.text(set, "metadata", "name");
        if (GpuOperand.of(name).isPresent()) {
            if (kind == StoreChange.ChangeKind.DELETED) {
                sets.remove(name);
            } else {
                sets.put(name, StoreJson.text(set, "metadata", "namespace"));
            }
        }
    }

    boolean there(String daemonSet) {
        return sets.containsKey(daemonSet);
    }

    /** The operand's pod on a node, once it runs. */
    Optional<PodCard> running(String daemonSet, String node) {
        return ground.pods().on(node).stream().filter(card -> is(card, daemonSet) && runs(card)).findFirst();
    }

    /** Whether any pod of the operand is on a node, be it on its way. */
    boolean lingers(String daemonSet, String node) {
        return ground.pods().on(node).stream().anyMatch(card -> is(card, daemonSet) && !card.over());
    }

    /** Whether an operand does its work on a node: by a pod, or without one where it has none anywhere. */
    boolean serves(String daemonSet, String node) {
        return there(daemonSet) ? running(daemonSet, node).isPresent() : ground.lean();
    }

    static boolean is(PodCard card, String daemonSet) {
        return daemonSet.equals(card.labels().get(APP));
    }

    static boolean runs(PodCard card) {
        return card.ready() && !card.deleting();
    }
}
