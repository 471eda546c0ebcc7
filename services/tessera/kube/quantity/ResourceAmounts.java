package tessera.kube.quantity;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * An immutable amount of each of some resources, in the scheduler's units: {@code cpu} in thousandths of a core,
 * everything else in whole units (bytes, devices, pods). Sums saturate at {@link Long#MAX_VALUE} instead of overflowing.
 *
 * <p>Equal amounts are equal values, so that the thousand pods of one Deployment can share one instance.
 */
public final class ResourceAmounts {

    /** The resource counted in thousandths. */
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String PODS = "pods";

    public static final ResourceAmounts NONE = new ResourceAmounts(new String[0], new long[0]);

    private final String[] names;
    private final long[] amounts;

    private ResourceAmounts(String[] names, long[] amounts) {
        this.names = names;
        this.amounts = amounts;
    }

    public static ResourceAmounts of(Map<String, Long> amounts) {
        if (amounts.isEmpty()) {
            return NONE;
        }
        var sorted = new TreeMap<>(amounts);
        return new ResourceAmounts(sorted.keySet().toArray(String[]::new),
                sorted.values().stream().mapToLong(Long::longValue).toArray());
    }

    public static ResourceAmounts of(String name, long amount) {
        return new ResourceAmounts(new String[] {name}, new long[] {amount});
    }

    /** Returns the amount, 0 when the resource is not named. */
    public long get(String name) {
        int at = Arrays.binarySearch(names, name);
        return at < 0 ? 0 : amounts[at];
    }

    public boolean has(String name) {
        return Arrays.binarySearch(names, name) >= 0;
    }

    /** Returns the resources named here, in alphabetical order. */
    public List<String> names() {
        return Collections.unmodifiableList(Arrays.asList(names));
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public ResourceAmounts plus(ResourceAmounts other) {
        return merge(other, ResourceAmounts::saturatedSum);
    }

    /** Returns the amounts without one resource. */
    public ResourceAmounts without(String name) {
        var others = new HashMap<>(toMap());
        others.remove(name);
        return of(others);
    }

    /** Returns each amount multiplied by a count. */
    public ResourceAmounts times(long count) {
        return new ResourceAmounts(names,
                Arrays.stream(amounts).map(amount -> saturatedProduct(amount, count)).toArray());
    }

    /** Returns the larger amount of each resource. */
    public ResourceAmounts max(ResourceAmounts other) {
        return merge(other, Math::max);
    }

    /** Merges both in their order, which is the same: a node's sum is made of many. */
    private ResourceAmounts merge(ResourceAmounts other, LongBinaryOperator both) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        var mergedNames = new String[names.length + other.names.length];
        var mergedAmounts = new long[mergedNames.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < names.length || j < other.names.length) {
            int order;
            if (i == names.length) {
                order = 1;
            } else if (j == other.names.length) {
                order = -1;
            } else {
                order = names[i].compareTo(other.names[j]);
            }
            mergedNames[size] = order <= 0 ? names[i] : other.names[j];
            mergedAmounts[size++] = mergedAmount(order, both, i, other, j);
            if (order <= 0) {
                i++;
            }
            if (order >= 0) {
                j++;
            }
        }
        return new ResourceAmounts(size == names.length ? names : Arrays.copyOf(mergedNames, size),
                Arrays.copyOf(mergedAmounts, size));
    }

    private long mergedAmount(int order, LongBinaryOperator both, int i, ResourceAmounts other, int j) {
        if (order == 0) {
            return both.applyAsLong(amounts[i], other.amounts[j]);
        }
        if (order < 0) {
            return amounts[i];
        }
        return other.amounts[j];
    }

    public Map<String, Long> toMap() {
        var map = new TreeMap<String, Long>();
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], amounts[i]);
        }
        return map;
    }

    /** Returns the sum of two amounts that are not negative, {@link Long#MAX_VALUE} where it does not fit. */
    public static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 && a >= 0 && b >= 0 ? Long.MAX_VALUE : sum;
    }

    /** Returns the product of two amounts that are not negative, {@link Long#MAX_VALUE} where it does not fit. */
    public static long saturatedProduct(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceAmounts that && Arrays.equals(names, that.names)
                && Arrays.equals(amounts, that.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
