package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.ResourceAmounts;

/** The resource names seen so far, numbered, so that amounts can be compared without looking names up. */
final class ResourceIndex {

    /** The scheduler checks these first, then the others by name. */
    private static final List<String> FIRST = List.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, "ephemeral-storage");

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Shortage> shortages = new ArrayList<>();

    /** What is said when a resource is short on a node: now, or for good. */
    private record Shortage(NodeVerdict now, NodeVerdict ever) {

        static Shortage of(String resource) {
            var reason = "Insufficient " + resource;
            return new Shortage(NodeVerdict.full(reason), NodeVerdict.closed(reason));
        }
    }

    int number(String resource) {
        var known = numbers.get(resource);
        if (known != null) {
            return known;
        }
        numbers.put(resource, shortages.size());
        shortages.add(Shortage.of(resource));
        return shortages.size() - 1;
    }

    /** @param ever whether the node could not give so much even if it were empty */
    NodeVerdict shortage(int number, boolean ever) {
        return ever ? shortages.get(number).ever() : shortages.get(number).now();
    }

    IndexedDemand demand(ResourceAmounts requests) {
        var names = new ArrayList<>(FIRST);
        requests.names().stream().filter(name -> !FIRST.contains(name)).forEach(names::add);
        names.removeIf(name -> requests.get(name) <= 0);
        return new IndexedDemand(names.stream().mapToInt(this::number).toArray(),
                names.stream().mapToLong(requests::get).toArray());
    }

    /** What a pod asks, without zeros, in the order in which shortages are named. */
    static final class IndexedDemand {

        private final int[] numbers;
        private final long[] amounts;

        private IndexedDemand(int[] numbers, long[] amounts) {
            this.numbers = numbers;
            this.amounts = amounts;
        }

        int size() {
            return numbers.length;
        }

        int number(int position) {
            return numbers[position];
        }

        long amount(int position) {
            return amounts[position];
        }
    }
}
