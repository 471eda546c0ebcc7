package tessera.alerts.health;

import java.util.List;
import java.util.Optional;
import tessera.alerts.Severity;

/**
 * Everything that is known of the health of an object.
 *
 * @param evidence  what speaks against it, the most urgent first
 * @param checked   what was looked at and found as it should be
 * @param unchecked what could not be looked at, and why
 */
public record HealthReport(List<HealthEvidence> evidence, List<Check> checked, List<String> unchecked) {

    /**
     * Something that was looked at.
     *
     * @param what   and how it was found
     * @param source who tells it
     */
    public record Check(String what, String source) {}

    /** Of an object of which nothing is known. */
    public static final HealthReport UNKNOWN = new HealthReport(List.of(), List.of(), List.of());

    public HealthReport {
        evidence = List.copyOf(evidence);
        checked = List.copyOf(checked);
        unchecked = List.copyOf(unchecked);
    }

    /** How urgent the most urgent of the evidence is; empty where nothing speaks against it. */
    public Optional<Severity> worst() {
        return evidence.stream().map(HealthEvidence::severity).max(Severity::compareTo);
    }

    /** How much of the evidence is of a severity. */
    public long count(Severity severity) {
        return evidence.stream().filter(each -> each.severity() == severity).count();
    }
}
