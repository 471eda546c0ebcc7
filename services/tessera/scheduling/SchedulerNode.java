package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tessera.model.NodeFacts;
import tessera.model.ResourceAmounts;
import tessera.model.Taint;

/**
 * A node and who takes room on it.
 *
 * @param taken   the sum of what they ask
 * @param jealous those that keep others away
 */
record SchedulerNode(NodeFacts facts, List<AssignedPod> occupants, ResourceAmounts taken, List<AssignedPod> jealous) {

    static SchedulerNode of(NodeFacts facts, List<AssignedPod> occupants) {
        var taken = ResourceAmounts.NONE;
        for (var occupant : occupants) {
            taken = taken.plus(occupant.requests());
        }
        return new SchedulerNode(facts, occupants, taken,
                occupants.stream().filter(each -> !each.aversion().isEmpty()).toList());
    }

    String name() {
        return facts.name();
    }

    SchedulerNode with(List<AssignedPod> more) {
        var all = new ArrayList<>(occupants);
        all.addAll(more);
        return of(facts, List.copyOf(all));
    }

    SchedulerNode without(Predicate<AssignedPod> gone) {
        return of(facts, occupants.stream().filter(gone.negate()).toList());
    }

    /** What may be handed out of a resource. More than a signed 64-bit number holds is nothing to the scheduler. */
    long allocatable(String resource) {
        long amount = facts.allocatable().get(resource);
        return amount == Long.MAX_VALUE ? 0 : amount;
    }

    /** The taints that keep away who does not tolerate them, that of a cordon apart: the scheduler names the cordon. */
    List<Taint> repelling() {
        return facts.taints().stream()
                .filter(taint -> taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute")).toList();
    }
}
