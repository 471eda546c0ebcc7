package tessera.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.DurationFormatter;
import tessera.model.ShellWordQuoter;
import tessera.model.WordListJoiner;

/** The few pods of a node whose end would make room for another pod. */
record RemovableNodePods(String node, List<SchedulerPod> pods) {

    private static final int NAMED = 3;
    private static final Duration STUCK = Duration.ofMinutes(10);

    RemovableNodePods {
        pods = List.copyOf(pods);
    }

    /** Returns whether all of them are already terminating. */
    boolean isTerminating() {
        return pods.stream().allMatch(SchedulerPod::terminating);
    }

    /** Returns the number of devices of any kind that the pods hold. */
    long countDevices() {
        return pods.stream().map(SchedulerPod::requests).flatMap(RemovableNodePods::deviceAmounts).reduce(0L,
                ResourceAmounts::saturatedSum);
    }

    private static Stream<Long> deviceAmounts(ResourceAmounts requested) {
        return requested.names().stream().filter(name -> name.contains("/")).map(requested::get);
    }

    /** @param overdue how long ago they should have been gone: what has not ended by then does not end by itself */
    SchedulingRemedy remedy(Duration overdue) {
        var keys = pods.stream().map(SchedulerPod::podKey).toList();
        var listed = WordListJoiner.firstWords(keys, NAMED);
        boolean one = keys.size() == 1;
        if (isTerminating() && overdue.compareTo(STUCK) > 0) {
            return new SchedulingRemedy(
                    "See why %s on %s %s not end: %s should have been gone for %s".formatted(listed, node,
                            one ? "does" : "do", one ? "it" : "they", DurationFormatter.durationText(overdue)),
                    ShellWordQuoter.fillCommand("tessera doctor --node %s", node),
                    new SchedulingRemedyChange.RepairNodeAction(node));
        }
        String text;
        if (isTerminating()) {
            text = "Wait: on %s %s already, which makes room".formatted(node, listed + (one ? " ends" : " end"));
        } else {
            text = "Wait until %s on %s %s, or evict %s".formatted(listed, node, one ? "ends" : "end",
                    one ? "it" : "them");
        }
        return new SchedulingRemedy(text, isTerminating() ? ""
                : keys.stream().map(ShellWordQuoter::quote).collect(Collectors.joining(" ", "tessera plan evict ", "")),
                new SchedulingRemedyChange.EndNodePodsAction(node, keys));
    }
}
