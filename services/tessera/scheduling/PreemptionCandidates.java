package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.model.ResourceAmounts;

/** The few pods of a node whose end would make room for another. */
final class PreemptionCandidates {

    private final SchedulerNode room;
    private final List<ResourceShortfall> shortages;
    /** How many pods at least have to go, whatever they hold. */
    private final long surplus;

    private PreemptionCandidates(SchedulerNode room, List<ResourceShortfall> shortages, long surplus) {
        this.room = room;
        this.shortages = shortages;
        this.surplus = surplus;
    }

    /** Who would have to go so that a full node takes a pod; empty where it is not only for lack of room. */
    static Optional<List<AssignedPod>> of(NodeFit node, SchedulerNode room) {
        if (!node.only(BlockerKind.OTHERS)
                || node.objections().stream().anyMatch(each -> each.check() != FilterCheck.RESOURCES)) {
            return Optional.empty();
        }
        var shortages = node.objections().stream().flatMap(each -> each.shortage().stream()).toList();
        long surplus = node.objections().stream().mapToLong(FilterFailure::surplus).max().orElse(0);
        return new PreemptionCandidates(room, shortages, surplus).fewest();
    }

    private Optional<List<AssignedPod>> fewest() {
        var able = room.occupants().stream().filter(each -> !each.stays()).filter(each -> surplus > 0
                || shortages.stream().anyMatch(lack -> each.requests().get(lack.resource()) > 0))
                .sorted(Comparator.comparing(AssignedPod::ending).reversed().thenComparingInt(AssignedPod::priority)
                        .thenComparingLong(this::size).thenComparing(AssignedPod::key))
                .toList();
        var one = able.stream().filter(each -> enough(List.of(each))).findFirst();
        if (one.isPresent()) {
            return Optional.of(List.of(one.get()));
        }
        var going = new ArrayList<AssignedPod>();
        for (var each : able.stream().sorted(Comparator.comparing(AssignedPod::ending).reversed()
                .thenComparing(Comparator.comparingLong(this::size).reversed())).toList()) {
            if (!enough(going)) {
                going.add(each);
            }
        }
        if (!enough(going)) {
            return Optional.empty();
        }
        List.copyOf(going).forEach(each -> {
            var without = going.stream().filter(other -> !other.equals(each)).toList();
            if (enough(without)) {
                going.remove(each);
            }
        });
        return Optional.of(List.copyOf(going));
    }

    /** How much of what is short it holds, devices before all else. */
    private long size(AssignedPod occupant) {
        return shortages.stream().filter(lack -> lack.resource().contains("/")).findFirst()
                .or(() -> shortages.stream().findFirst())
                .map(lack -> occupant.requests().get(lack.resource())).orElse(0L);
    }

    private boolean enough(List<AssignedPod> going) {
        return going.size() >= surplus && shortages.stream().allMatch(lack -> going.stream()
                .mapToLong(each -> each.requests().get(lack.resource()))
                .reduce(0, ResourceAmounts::saturatedSum) >= lack
                        .missing());
    }
}
