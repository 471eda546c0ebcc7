package tessera.claim;

import java.util.List;

/**
 * A part of what a driver publishes.
 *
 * @param count of all slices of the pool
 */
record Slice(String driver, String pool, long generation, long count, List<Device> devices) {

    Slice {
        devices = List.copyOf(devices);
    }

    /** Those of the newest generation of a pool. */
    static List<Slice> newest(List<Slice> pool) {
        long newest = pool.stream().mapToLong(Slice::generation).max().orElse(0);
        return pool.stream().filter(slice -> slice.generation() == newest).toList();
    }
}
