package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.NodeRejectionReason;

/** The resource names seen so far, numbered so that amounts are compared without looking names up. */
final class SimulatedResourceNameNumbering {

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<ResourceShortageVerdicts> shortages = new ArrayList<>();

    /** The verdicts for a resource that is short on a node: for now, or permanently. */
    private record ResourceShortageVerdicts(SimulatedNodeFilterResult temporary, SimulatedNodeFilterResult permanent) {

        static ResourceShortageVerdicts forResource(String resource) {
            var reason = NodeRejectionReason.insufficientMessage(resource);
            return new ResourceShortageVerdicts(SimulatedNodeFilterResult.ofResolvable(reason),
                    SimulatedNodeFilterResult.ofUnresolvable(reason));
        }
    }

    int indexOf(String resource) {
        var known = numbers.get(resource);
        if (known != null) {
            return known;
        }
        numbers.put(resource, shortages.size());
        shortages.add(ResourceShortageVerdicts.forResource(resource));
        return shortages.size() - 1;
    }

    /** @param ever whether the node could not give so much even if it were empty */
    SimulatedNodeFilterResult shortageVerdict(int number, boolean ever) {
        return ever ? shortages.get(number).permanent() : shortages.get(number).temporary();
    }

    IndexedNonzeroRequests indexRequests(ResourceAmounts requests) {
        var names = NodeRejectionReason.resourcesInOrder(requests);
        return new IndexedNonzeroRequests(names.stream().mapToInt(this::indexOf).toArray(),
                names.stream().mapToLong(requests::get).toArray());
    }

    /** The requests of a pod without zeros, in the order in which shortages are named. */
    static final class IndexedNonzeroRequests {

        private final int[] numbers;
        private final long[] amounts;

        private IndexedNonzeroRequests(int[] numbers, long[] amounts) {
            this.numbers = numbers;
            this.amounts = amounts;
        }

        int size() {
            return numbers.length;
        }

        int resourceIndexAt(int position) {
            return numbers[position];
        }

        long amountAt(int position) {
            return amounts[position];
        }
    }
}
