package tessera.demo.telemetry;

/**
 * A MIG GPU instance: a part of a board with memory and compute slices of its own.
 *
 * @param id      that the driver gave it; no place follows from it
 * @param uuid    of the one compute instance in it, which is what programs see
 * @param profile e.g. {@code 1g.10gb}
 * @param compute slices of the seven
 * @param start   the first of the slices of memory it has
 * @param size    how many of those
 * @param memory  in MiB
 */
public record SimulatedMigInstance(int id, String uuid, String profile, int compute, int start, int size, int memory) {

    /** Returns the number by which the driver knows the profile. */
    public int profileId() {
        return switch (compute) {
            case 7 -> 0;
            case 4 -> 5;
            case 3 -> 9;
            case 2 -> 14;
            default -> size == 1 ? 19 : 15;
        };
    }
}
