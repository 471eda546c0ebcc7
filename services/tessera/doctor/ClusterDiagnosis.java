package tessera.doctor;

import java.util.List;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.model.CopiedCommandContext;

/**
 * The result of an examination.
 *
 * @param findings the most urgent first
 * @param lookedAt what was examined, a sentence each
 * @param skipped  what could not be, and why, a sentence each
 */
public record ClusterDiagnosis(List<DiagnosisFinding> findings, List<String> lookedAt, List<String> skipped) {

    public ClusterDiagnosis {
        findings = List.copyOf(findings);
        lookedAt = List.copyOf(lookedAt);
        skipped = List.copyOf(skipped);
    }

    /** Returns the same with commands that name their cluster. */
    public ClusterDiagnosis forTarget(CopiedCommandContext cluster) {
        return new ClusterDiagnosis(findings.stream().map(finding -> finding.forTarget(cluster)).toList(), lookedAt,
                skipped);
    }

    public long countOf(AlertOrFindingSeverity alertOrFindingSeverity) {
        return findings.stream().filter(finding -> finding.severity() == alertOrFindingSeverity).count();
    }
}
