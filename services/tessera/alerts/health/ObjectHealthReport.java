package tessera.alerts.health;

import java.util.List;

/**
 * Health of an object: evidence, what was checked and what could not be.
 *
 * @param evidence  what speaks against it, the most urgent first
 * @param checked   what was looked at and found as it should be
 * @param unchecked what could not be looked at, and why
 */
public record ObjectHealthReport(List<UnhealthyObjectEvidence> evidence, List<PerformedCheck> checked,
        List<String> unchecked) {

    /**
     * One check that was made, and its source.
     *
     * @param text   and how it was found
     * @param source who tells it
     */
    public record PerformedCheck(String text, String source) {}

    /** Of an object of which nothing is known. */
    public static final ObjectHealthReport UNKNOWN = new ObjectHealthReport(List.of(), List.of(), List.of());

    public ObjectHealthReport {
        evidence = List.copyOf(evidence);
        checked = List.copyOf(checked);
        unchecked = List.copyOf(unchecked);
    }
}
