package tessera.doctor;

import java.util.List;
import tessera.alerts.Severity;
import tessera.model.CommandTarget;

/**
 * What an examination came to.
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

    /** The same with commands that name the cluster they are for. */
    public Diagnosis in(CommandTarget cluster) {
        return new Diagnosis(findings.stream().map(each -> each.in(cluster)).toList(), lookedAt, skipped);
    }

    public long count(Severity severity) {
        return findings.stream().filter(each -> each.severity() == severity).count();
    }
}
