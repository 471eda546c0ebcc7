package tessera.doctor;

import java.util.List;
import tessera.alerts.Severity;
import tessera.model.CommandTarget;

/**
 * The result of an examination.
 *
 * @param findings the most urgent first
 * @param lookedAt what was examined, a sentence each
 * @param skipped  what could not be, and why, a sentence each
 */
public record Diagnosis(List<DoctorFinding> findings, List<String> lookedAt, List<String> skipped) {

    public Diagnosis {
        findings = List.copyOf(findings);
        lookedAt = List.copyOf(lookedAt);
        skipped = List.copyOf(skipped);
    }

    /** Returns the same with commands that name their cluster. */
    public Diagnosis forTarget(CommandTarget cluster) {
        return new Diagnosis(findings.stream().map(finding -> finding.forTarget(cluster)).toList(), lookedAt, skipped);
    }

    public long countOf(Severity severity) {
        return findings.stream().filter(finding -> finding.severity() == severity).count();
    }
}
