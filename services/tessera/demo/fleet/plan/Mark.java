package tessera.demo.fleet.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A taint, or a toleration of one, written as {@code key=value:effect}. In a toleration an absent value stands for any,
 * an absent key or effect likewise.
 */
public record Mark(String key, String value, String effect) {

    private static final List<String> VENDORS = List.of("nvidia.com", "amd.com", "habana.ai");

    static Mark of(String text) {
        int colon = text.lastIndexOf(':');
        var left = text.substring(0, colon);
        int equals = left.indexOf('=');
        return new Mark(equals < 0 ? left : left.substring(0, equals), equals < 0 ? "" : left.substring(equals + 1),
                text.substring(colon + 1));
    }

    /** The tolerations of the pods of a line: what it says, and those that go with its devices. */
    public static List<Mark> tolerations(Line line) {
        var marks = new ArrayList<Mark>();
        var keys = new TreeSet<String>();
        for (var device : line.wants().keySet()) {
            VENDORS.stream().filter(device::startsWith).map(Mark::taintOf).forEach(keys::add);
        }
        keys.forEach(key -> marks.add(new Mark(key, "", "NoSchedule")));
        line.tolerate().forEach(text -> marks.add(of(text)));
        return marks;
    }

    private static String taintOf(String vendor) {
        return vendor.equals("habana.ai") ? "habana.ai/gaudi" : vendor + "/gpu";
    }

    boolean tolerates(Mark taint) {
        return (key.isEmpty() || key.equals(taint.key)) && (value.isEmpty() || value.equals(taint.value))
                && (effect.isEmpty() || effect.equals(taint.effect));
    }

    /** The taints of a node that were put there on purpose. */
    public static List<Mark> taints(NodePlan node) {
        var taints = new ArrayList<Mark>();
        switch (node.model().vendor()) {
            case "nvidia" -> taints.add(new Mark("nvidia.com/gpu", "present", "NoSchedule"));
            case "amd" -> taints.add(new Mark("amd.com/gpu", "present", "NoSchedule"));
            case "habana" -> taints.add(new Mark("habana.ai/gaudi", "present", "NoSchedule"));
            default -> {}
        }
        if (node.controlPlane()) {
            taints.add(new Mark("node-role.kubernetes.io/control-plane", "", "NoSchedule"));
        }
        if (!node.dedicated().isEmpty()) {
            taints.add(new Mark("dedicated", node.dedicated(), "NoSchedule"));
        }
        return List.copyOf(taints);
    }
}
