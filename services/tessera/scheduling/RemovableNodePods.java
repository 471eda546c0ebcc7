package tessera.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;

/** The few pods of a node whose end would make room for another pod. */
record RemovableNodePods(String node, List<SchedulerPod> pods) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RemovableNodePods.class);
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
        if (isTerminating() && overdue.compareTo(STUCK) > 0) {
            return new SchedulingRemedy(MESSAGES.text("remedy.stuckPods", keys, node, overdue),
                    ShellWordQuoter.fillCommand("tessera doctor --node %s", node),
                    new SchedulingRemedyChange.RepairNodeAction(node));
        }
        var text = isTerminating() ? MESSAGES.text("remedy.terminatingPods", keys, node)
                : MESSAGES.text("remedy.waitOrEvict", keys, node);
        return new SchedulingRemedy(text,
                isTerminating() ? ""
                        : keys.stream().map(ShellWordQuoter::quote)
                                .collect(Collectors.joining(" ", "tessera plan evict ", "")),
                new SchedulingRemedyChange.EndNodePodsAction(node, keys));
    }
}
