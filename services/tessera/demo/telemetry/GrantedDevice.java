package tessera.demo.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What a pod is given: a board, or one of its instances.
 *
 * @param instance null for the whole board
 */
public record GrantedDevice(SimulatedBoard board, @Nullable MigInstance instance) {

    /** The name by which a program finds it. */
    public String uuid() {
        return instance == null ? board.uuid() : instance.uuid();
    }

    /** In MiB. */
    public int memory() {
        return instance == null ? board.memory() : instance.memory();
    }

    /** Memory that nobody can be given, in MiB. */
    int reserved() {
        return instance == null ? board.make().reserved() : board.make().reserved() * instance.size() / 8;
    }

    /** Which part of the board's work it can do. */
    double part() {
        return instance == null ? 1 : instance.compute() / 7.0;
    }

    /** As resources are called after profiles. */
    boolean profiled(String name) {
        return instance != null && instance.profile().replace('+', '.').equals(name);
    }
}
