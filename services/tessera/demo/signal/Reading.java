package tessera.demo.signal;

import java.util.List;

/**
 * One sample of what can be told of a device.
 *
 * @param engine    of the time in which anything ran, as all shares from 0 to 1
 * @param tensor    of the time in which the tensor pipes were busy
 * @param dram      of what the memory could carry
 * @param memory    how it is divided up
 * @param condition of the board; of one that has fallen off the bus, only the trouble means anything
 * @param holders   who was given the device, the first one first
 */
public record Reading(Unit unit, double engine, double tensor, double dram, Memory memory,
        Condition condition, List<Owner> holders) {

    public Reading {
        holders = List.copyOf(holders);
    }

    /** Memory in MiB; the three are all there is. */
    public record Memory(int used, int free, int reserved) {}

    /** A container that has the device. */
    public record Owner(String namespace, String pod, String container) {}
}
